#!/usr/bin/env python3
"""Installs packages of a release where nothing else is, and asks each for a verdict.

    try.py PACKAGE...

An archive is unpacked, a wheel is installed into a new virtual environment, and a Debian package into a root of its own, where
`dpkg` is: by root, while others take it apart. The program then runs in an empty environment, with nothing but itself on
the path: its version, the comparison of an example that came with it, its completions and its manual. Then somebody who has only
the program begins a scenario on a terminal, in an empty folder: that takes at most ten keystrokes behind `rackrent new`, and from
the beginning of the installation to the verdict at most two minutes. Files of other kinds are passed over. Python is all that is
needed.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile

ON_WINDOWS = os.name == "nt"
PROGRAM = "rackrent.exe" if ON_WINDOWS else "rackrent"

# what `rackrent new` asks, and what a newcomer types: Enter takes what is proposed
TYPED = {
    "What is to be decided?": "\r",
    "Which model?": "\r",
    "How many requests a month?": "\r",
    "How many tokens does a request read?": "\r",
    "How many tokens does it write?": "\r",
    "Which share of the input is in a prefix cache?": "\r",
    "Which latency target?": "\r",
    "Which accelerator?": "\r",
    "Where?": "\r",
    "Which file to write?": "\r",
}
MOST_KEYSTROKES = 10
MOST_SECONDS = 120


def main(packages):
    ways = {".tar.gz": unpacked, ".zip": unpacked, ".whl": installed, ".deb": of_the_system}
    tried = 0
    for package in map(pathlib.Path, packages):
        way = next((way for ending, way in ways.items() if package.name.endswith(ending)), None)
        if way is None:
            continue
        with tempfile.TemporaryDirectory(prefix="rackrent-try-") as folder:
            begun = time.monotonic()
            found = way(package.resolve(), pathlib.Path(folder))
            if found is None:
                print(f"{package.name}: skipped, dpkg is not there", file=sys.stderr)
                continue
            if not ON_WINDOWS:
                first_verdict(package.name, found[0], begun)
            ask(package.name, *found)
        tried += 1
    if tried == 0:
        sys.exit("no package was tried; name archives, wheels or Debian packages")


def unpacked(package, folder):
    """The program and the folder `share` of an archive."""
    if package.name.endswith(".zip"):
        with zipfile.ZipFile(package) as archive:
            archive.extractall(folder)
    else:
        with tarfile.open(package) as archive:
            archive.extractall(folder, filter="data")
    return folder / PROGRAM, folder / "share"


def installed(package, folder):
    """The same of a wheel, by pip, which loads nothing."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if ON_WINDOWS else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, str(package)], check=True, env=alone(programs))
    return programs / PROGRAM, folder / "share"


def of_the_system(package, folder):
    """The same of a Debian package, which only root installs; others take out what is in it."""
    if shutil.which("dpkg") is None:
        return None
    share = folder / "usr" / "share"
    if os.geteuid() != 0:
        subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
        return folder / "usr" / "bin" / PROGRAM, share
    state = folder / "var" / "lib" / "dpkg"
    for name in ["info", "updates"]:
        (state / name).mkdir(parents=True)
    (state / "status").touch()
    (folder / "log").touch()
    dpkg = ["dpkg", f"--root={folder}", "--force-not-root", "--force-depends", f"--log={folder / 'log'}"]
    subprocess.run([*dpkg, "--install", str(package)], check=True, stdout=subprocess.DEVNULL)
    return folder / "usr" / "bin" / PROGRAM, share


def first_verdict(name, program, begun):
    """Begins a scenario on a terminal, in an empty folder, with nothing but the program on the path."""
    keystrokes = sum(map(len, TYPED.values()))
    with tempfile.TemporaryDirectory(prefix="rackrent-new-") as folder:
        said, status = typed(program, folder)
        seconds = time.monotonic() - begun
        written = pathlib.Path(folder, "serve.yaml")
        expect(name, status == 0 and "Verdict" in said and written.is_file(), f"a first verdict: {said}")
        expect(name, "requests_per_month:" in written.read_text(encoding="utf-8"), "a service in tokens")
    expect(name, keystrokes <= MOST_KEYSTROKES, f"a verdict by ten keystrokes: it takes {keystrokes}")
    expect(name, seconds <= MOST_SECONDS, f"a verdict within two minutes: it took {seconds:.0f} seconds")
    print(f"{name}: a first verdict of one's own {seconds:.1f} seconds after the installation began, {keystrokes} keystrokes")


def typed(program, folder):
    """What `rackrent new` says on a terminal on which its questions are answered, and how it ended."""
    # there is no terminal of this kind on Windows
    import fcntl
    import select
    import struct
    import termios

    ours, its = os.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    environment = {**alone(program.parent), "TERM": "xterm"}
    its_streams = {"stdin": its, "stdout": its, "stderr": its, "start_new_session": True}
    ran = subprocess.Popen([str(program), "new"], cwd=folder, env=environment, **its_streams)
    os.close(its)
    said, open_questions, until = "", dict(TYPED), time.monotonic() + MOST_SECONDS
    while select.select([ours], [], [], max(0, until - time.monotonic()))[0]:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:
            # so a terminal ends that nobody writes to any more
            piece = b""
        if not piece:
            break
        said += piece.decode(errors="replace")
        for question in [question for question in open_questions if question in said]:
            os.write(ours, open_questions.pop(question).encode())
    os.close(ours)
    try:
        return said, ran.wait(timeout=MOST_SECONDS)
    finally:
        ran.kill()


def ask(name, program, share):
    expect(name, said(program, "--version").startswith("rackrent "), "its version")
    documents = share / "doc" / "rackrent"
    verdict = said(program, "compare", str(documents / "examples" / "serving-8xh100.yaml"), "--brief")
    expect(name, "Verdict" in verdict and "own.hgx-h100" in verdict, f"a verdict: {verdict}")
    pages = {page.name.split(".1")[0] for page in (share / "man" / "man1").iterdir()}
    expect(name, {"rackrent", "rackrent-compare"} <= pages, f"its manual: {pages}")
    completions = share / "bash-completion" / "completions" / "rackrent"
    expect(name, "_rackrent" in completions.read_text(encoding="utf-8"), "its completions")
    licences = [program.parent / "LICENSE-Inter", documents / "LICENSE-Inter", documents / "copyright"]
    texts = [file.read_text(encoding="utf-8") for file in licences if file.exists()]
    expect(name, any("SIL OPEN FONT LICENSE" in text for text in texts), "the licence of its letters")
    print(f"{name}: {said(program, '--version').strip()}")


def said(program, *arguments):
    ran = subprocess.run([str(program), *arguments], stdout=subprocess.PIPE, env=alone(program.parent), check=True)
    return ran.stdout.decode()


def alone(folder):
    """An environment with nothing but one folder on the path: no Rust, for one."""
    # Windows starts nothing without knowing where it is itself
    kept = {key: os.environ[key] for key in ["SYSTEMROOT"] if ON_WINDOWS and key in os.environ}
    return {"PATH": str(folder), **kept}


def expect(name, holds, what):
    if not holds:
        sys.exit(f"{name} does not have {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
