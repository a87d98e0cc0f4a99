#!/usr/bin/env python3
"""What a release hands out, made from a program that is built.

    package.py share PROGRAM FOLDER              what goes with the program, as below /usr/share
    package.py archive PROGRAM SYSTEM FOLDER     rackrent-vVERSION-SYSTEM.tar.gz, or .zip for Windows, and its SHA-256
    package.py manifests ARCHIVES ADDRESS FOLDER a formula for Homebrew and manifests for winget

PROGRAM runs on this machine: it prints its version, its manual and its completions itself. SYSTEM is a target of Rust. ADDRESS is
that of the repository, https://HOST/OWNER/rackrent; archives of a release are expected at ADDRESS/releases/download/vVERSION.
The same inputs give the same bytes. Python alone is needed, 3.8 or newer, on any system.
"""

import gzip
import hashlib
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent

# where each shell looks for completions, below a folder `share`
COMPLETIONS = {
    "bash": "bash-completion/completions/rackrent",
    "zsh": "zsh/site-functions/_rackrent",
    "fish": "fish/vendor_completions.d/rackrent.fish",
    "powershell": "rackrent/rackrent.ps1",
    "elvish": "rackrent/rackrent.elv",
}

# what is read beside the program, and what it is called there
DOCUMENTS = {
    "README.md": "README.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "LICENSE-MIT": "LICENSE-MIT",
    "LICENSE-APACHE": "LICENSE-APACHE",
    "crates/documents/src/report/page/slide/letters/LICENSE": "LICENSE-Inter",
}

# 1980 is the first year of a zip
NO_DAY = (1980, 1, 1, 0, 0, 0)


def main(arguments):
    commands = {"share": share, "archive": archive, "manifests": manifests}
    command = commands.get(arguments[0]) if arguments else None
    if command is None or len(arguments) - 1 != command.__code__.co_argcount:
        sys.exit(__doc__.strip())
    command(*arguments[1:])


def share(program, folder):
    """Completions, the manual, and the examples, in a folder that is made anew."""
    program, folder = pathlib.Path(program).resolve(), pathlib.Path(folder)
    if folder.exists():
        shutil.rmtree(folder)
    for shell, name in COMPLETIONS.items():
        write(folder / name, asked(program, "completions", shell))
    asked(program, "man", "--output", str(folder / "man" / "man1"))
    documents = folder / "doc" / "rackrent"
    for source, name in DOCUMENTS.items():
        write(documents / name, (REPOSITORY / source).read_bytes())
    write(documents / "copyright", copyright_of_debian().encode())
    shutil.copytree(REPOSITORY / "scenarios", documents / "examples")


def copyright_of_debian():
    """All licences in one file, as packages of Debian have them."""

    def licence(name):
        lines = (REPOSITORY / name).read_text(encoding="utf-8").strip().split("\n")
        return "".join(f" {line.strip() or '.'}\n" for line in lines)

    return f"""\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: rackrent

Files: *
Copyright: 2026 the rackrent founders
License: MIT or Apache-2.0

Files: crates/documents/src/report/page/slide/letters/*
Copyright: 2016 The Inter Project Authors
License: OFL-1.1
{licence("crates/documents/src/report/page/slide/letters/LICENSE")}
License: MIT
{licence("LICENSE-MIT")}
License: Apache-2.0
 On Debian systems its text is in /usr/share/common-licenses/Apache-2.0.
"""


def archive(program, system, folder):
    """The program at the top, beside it the licences, and `share`."""
    program, folder = pathlib.Path(program).resolve(), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    name = f"rackrent-v{version(program)}-{system}"
    held = {program.name: program.read_bytes()}
    held.update({name: (REPOSITORY / source).read_bytes() for source, name in DOCUMENTS.items()})
    beside = folder / f".{name}"
    share(program, beside)
    at_the_top = {beside / "doc" / "rackrent" / name for name in [*DOCUMENTS.values(), "copyright"]}
    for file in sorted(path for path in beside.rglob("*") if path.is_file() and path not in at_the_top):
        held[f"share/{file.relative_to(beside).as_posix()}"] = file.read_bytes()
    shutil.rmtree(beside)
    of_windows = "windows" in system
    packed = zipped(held) if of_windows else tarred(held, program.name)
    file = folder / (name + (".zip" if of_windows else ".tar.gz"))
    file.write_bytes(packed)
    # as `sha256sum` writes it
    write(folder / f"{file.name}.sha256", f"{hashlib.sha256(packed).hexdigest()}  {file.name}\n".encode())
    print(file)


def tarred(held, program):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in held.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o755 if name == program else 0o644
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def zipped(held):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, content in held.items():
            entry = zipfile.ZipInfo(name, NO_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            into.writestr(entry, content)
    return packed.getvalue()


def manifests(archives, address, folder):
    """Fills the templates beside this file with the version, the address, and the checksum of each archive."""
    archives, folder = pathlib.Path(archives), pathlib.Path(folder)
    if not re.fullmatch(r"https://[^\s\"']+[^\s\"'/]", address):
        sys.exit(f"{address} is no address of a repository; write one such as https://HOST/OWNER/rackrent")
    sums, versions = {}, set()
    for file in sorted(archives.glob("rackrent-v*.sha256")):
        digest, name = file.read_text(encoding="utf-8").split()
        named = re.fullmatch(r"rackrent-v([0-9].*)-((?:aarch64|x86_64)-.+)\.(?:tar\.gz|zip)", name)
        if named is None or file.name != f"{name}.sha256":
            sys.exit(f"{file} is not about an archive of a release")
        versions.add(named[1])
        sums[named[2]] = digest
    if len(versions) != 1:
        sys.exit(f"{archives} has archives of {len(versions)} versions; a manifest is about one")
    values = {"VERSION": versions.pop(), "REPOSITORY": address, "OWNER": address.split("/")[3]}
    values.update({f"SHA256 {system}": digest for system, digest in sums.items()})
    # in capitals, as winget has it
    values.update({f"SHA256 CAPITALS {system}": digest.upper() for system, digest in sums.items()})
    for template in sorted(HERE.glob("homebrew/*")) + sorted(HERE.glob("winget/*")):
        text = filled(template, values)
        write(folder / template.parent.name / template.name.replace("OWNER", values["OWNER"]), text.encode())


def filled(template, values):
    def value(found):
        if found[1] not in values:
            sys.exit(f"{template.name} asks for {found[1]}, of which there is no archive")
        return values[found[1]]

    return re.sub(r"@([A-Z0-9]+(?: [A-Za-z0-9_ -]+)?)@", value, template.read_text(encoding="utf-8"))


def version(program):
    said = asked(program, "--version").decode().split()
    if len(said) != 2 or said[0] != "rackrent":
        sys.exit(f"{program} is not rackrent: it says {' '.join(said)}")
    return said[1]


def asked(program, *arguments):
    return subprocess.run([str(program), *arguments], check=True, stdout=subprocess.PIPE).stdout


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    main(sys.argv[1:])
