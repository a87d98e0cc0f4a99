//! Shell completions: every command and every option, tested in the shells that are installed.

#![cfg(unix)]

use crate::support::program::{commands, ended, options, run, system_tool};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Completion script of a shell.
fn script(shell: &str) -> String {
    let printed = run(Path::new("."), &["completions", shell]);
    assert!(printed.status == 0 && printed.errors.is_empty(), "{}", printed.errors);
    printed.output
}

/// Completions that a shell offers for the last word of each line. The shell gets the lines as arguments, and prints each
/// after `== `, followed by its completions.
fn offered(shell: &mut Command, lines: &[String]) -> Vec<BTreeSet<String>> {
    let request = ended(shell.args(lines).current_dir(env!("CARGO_MANIFEST_DIR")), "");
    assert!(request.status == 0 && request.errors.is_empty(), "{}", request.errors);
    let mut answers: Vec<BTreeSet<String>> = Vec::new();
    for line in request.output.lines() {
        if let Some(request) = line.strip_prefix("== ") {
            assert_eq!(request, lines[answers.len()]);
            answers.push(BTreeSet::new());
        } else {
            // after a tab, fish prints a description
            answers.last_mut().unwrap().insert(line.split('\t').next().unwrap().to_owned());
        }
    }
    assert_eq!(answers.len(), lines.len());
    answers
}

/// Tests every command, every option of each, and words that are valid in one place only.
fn everything_is_offered(offered: impl Fn(&[String]) -> Vec<BTreeSet<String>>) {
    let commands = commands();
    assert!(commands.len() > 10 && commands.iter().any(|command| command == "compare"), "{commands:?}");
    let mut lines: Vec<String> = commands.iter().map(|command| format!("rackrent {command} --")).collect();
    lines.extend(["rackrent ".to_owned(), "rackrent compare --by ".to_owned()]);
    let offers = offered(&lines);
    for (command, offers) in commands.iter().zip(&offers) {
        let expected = options(command);
        assert!(expected.len() >= 4, "{command}: {expected:?}");
        for option in &expected {
            assert!(offers.contains(option), "{command} {option} is not offered: {offers:?}");
        }
    }
    let [.., offered_commands, offered_periods] = offers.as_slice() else { panic!() };
    assert!(commands.iter().all(|command| offered_commands.contains(command)), "{offered_commands:?}");
    assert!(["year", "month"].iter().all(|period| offered_periods.contains(*period)), "{offered_periods:?}");
}

#[test]
fn bash_completes_every_command_and_option() {
    let ask = r#"
        source /dev/stdin <<< "$SCRIPT"
        complete -p rackrent > /dev/null
        for line; do
            echo "== $line"
            read -ra COMP_WORDS <<< "$line"
            case $line in *' ') COMP_WORDS+=('') ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
            _rackrent rackrent "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
            if [ "${#COMPREPLY[@]}" -gt 0 ]; then printf '%s\n' "${COMPREPLY[@]}"; fi
        done
    "#;
    let script = script("bash");
    everything_is_offered(|lines| {
        let mut bash = Command::new("bash");
        offered(bash.args(["--noprofile", "--norc", "-c", ask, "bash"]).env("SCRIPT", &script), lines)
    });
}

#[test]
fn fish_completes_every_command_and_option() {
    let Some(fish) = system_tool("fish", "nothing is completed by fish") else { return };
    let ask = "echo $SCRIPT | source; for line in $argv; echo \"== $line\"; complete --do-complete $line; end";
    let (script, home) = (script("fish"), tempfile::tempdir().unwrap());
    everything_is_offered(|lines| {
        let mut fish = Command::new(&fish);
        // it writes files to the home of its user
        offered(fish.args(["--no-config", "-c", ask]).env("SCRIPT", &script).env("HOME", home.path()), lines)
    });
}

#[test]
fn zsh_takes_the_script() {
    let Some(zsh) = system_tool("zsh", "no completion is read by zsh") else { return };
    let ask = "autoload -Uz compinit; compinit -u -D; eval \"$SCRIPT\"; print $_comps[rackrent] $+functions[_rackrent]";
    let mut zsh = Command::new(zsh);
    let shown = ended(zsh.args(["-f", "-c", ask]).env("SCRIPT", script("zsh")), "");
    assert_eq!((shown.output.as_str(), shown.errors.as_str()), ("_rackrent 1\n", ""));
}

#[test]
fn every_script_has_every_command_and_option() {
    for shell in SHELLS {
        let script = script(shell);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
            for option in options(&command) {
                // fish has options without dashes
                let written = if shell == "fish" { format!(" -l {}", &option[2..]) } else { option };
                assert!(script.contains(&written), "{shell}: {command} {written}");
            }
        }
    }
}
