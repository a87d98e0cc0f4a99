"""Judges reports of a check by what others say of their formats: python judge.py FOLDER

FOLDER holds the files that were checked, and `report.xml`, `report.sarif`, `report.json`, `quality.json`.
"""

import json
import pathlib
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree

import jsonschema
import xmlschema

here = pathlib.Path(__file__).parent
folder = pathlib.Path(sys.argv[1])
check = json.loads((folder / "report.json").read_text("utf-8"))


def junit():
    path = folder / "report.xml"
    xmlschema.XMLSchema(here / "junit-10.xsd").validate(path)
    suites = ElementTree.parse(path).getroot().findall("testsuite")
    assert len(suites) == len(check["files"]), "a suite for each file"
    for suite, file in zip(suites, check["files"]):
        valid = suite.find("testcase[@name='valid']")
        fails = valid.find("failure") is not None or valid.find("error") is not None
        refused = any(finding["severity"] == "error" for finding in file["findings"])
        assert fails == (not file["valid"] and refused), suite.get("name")
        assert (valid.find("error") is not None) == (file["sha256"] is None), suite.get("name")
        skipped = suite.findall("testcase/skipped")
        refusing = [known for known in file["known"] if not file["valid"] and known["severity"] == "error"]
        rules = {(known["code"], known["severity"]) for known in file["known"] if known not in refusing}
        passed_over = bool(refusing) and not fails
        assert len(skipped) == len(file["allowed"]) + len(rules) + passed_over, suite.get("name")
        counted = [suite.findall(f"testcase/{kind}") for kind in ("failure", "error")]
        assert [int(suite.get(name)) for name in ("failures", "errors")] == [len(found) for found in counted]


def sarif():
    log = json.loads((folder / "report.sarif").read_text("utf-8"))
    schema = json.loads((here / "sarif-2.1.0.schema.json").read_text("utf-8"))
    jsonschema.Draft7Validator(schema).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    levels = {"error": "error", "warning": "warning", "information": "note"}
    compared = any(file["known"] for file in check["files"])
    standings = [("findings", [], "new"), ("allowed", ["inSource"], "new"), ("known", ["external"], "unchanged")]
    wanted = [
        (finding["code"], levels[finding["severity"]], suppressed, state if compared else None)
        for file in check["files"]
        for kind, suppressed, state in standings
        for finding in file[kind]
        if finding["severity"] != "information"
    ]
    found = [
        (result["ruleId"], result["level"], [one["kind"] for one in result["suppressions"]], result.get("baselineState"))
        for result in run["results"]
    ]
    assert found == wanted, "every finding; those that are allowed or known as suppressed"
    assert len({result["partialFingerprints"]["rackrentFinding/v1"] for result in run["results"]}) == len(found)
    addresses = [run["tool"]["driver"]["informationUri"]] + [rule["helpUri"] for rule in rules]
    assert all(urllib.parse.urlsplit(address).scheme == "https" for address in addresses)
    for rule in rules:
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"] and rule["help"]["markdown"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert len(result["locations"]) == 1
        for location in result["locations"]:
            holds(location["physicalLocation"])


def holds(physical):
    """A region lies in the text of its file, and marks something."""
    address = physical["artifactLocation"]["uri"]
    path = folder / urllib.parse.unquote(address, errors="surrogateescape")
    region = physical["region"]
    if region == {"startLine": 1} or not path.is_file():
        return
    lines = path.read_text("utf-8").split("\n")
    start = (region["startLine"], region["startColumn"])
    end = (region["endLine"], region["endColumn"])
    assert start <= end and end[0] <= len(lines), address
    assert region["endColumn"] <= len(lines[end[0] - 1]) + 1, address


def gitlab():
    """What GitLab documents of a Code Quality report: docs.gitlab.com/ci/testing/code_quality, 2026-11."""
    entries = json.loads((folder / "quality.json").read_text("utf-8"))
    assert isinstance(entries, list)
    shown = [
        (finding["code"], file["path"], finding["line"] if finding["file"] == file["path"] else None)
        for file in check["files"]
        for finding in file["findings"]
        if finding["severity"] != "information"
    ]
    found = [(entry["check_name"], entry["location"]["path"], entry["location"]["lines"]["begin"]) for entry in entries]
    assert found == [(code, path, line or 1) for code, path, line in shown]
    assert len({entry["fingerprint"] for entry in entries}) == len(entries), "fingerprints are unique"
    for entry in entries:
        assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert isinstance(entry["description"], str) and entry["description"]
        assert not entry["location"]["path"].startswith("/")


junit()
sarif()
gitlab()
print(len(check["files"]), "files")
