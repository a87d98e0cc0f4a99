"""Judges scenarios by their JSON Schema, with two readers of YAML that are not the program's own.

The first argument is the file of the schema. Every line of standard input is a JSON string, the text of a scenario; a line
of JSON answers it: for YAML 1.1 (PyYAML) and for YAML 1.2 (ruamel.yaml) what is wrong with it, in one line, or null.
"""

import datetime
import json
import sys

import yaml
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML


def as_json(value):
    """What JSON would hold of a value of YAML: its keys are text, and a day is what was typed."""
    if isinstance(value, dict):
        return {key_of(key): as_json(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(entry) for entry in value]
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    return value


def key_of(key):
    key = as_json(key)
    return key if isinstance(key, str) else json.dumps(key)


def yaml_1_1(text):
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def yaml_1_2(text):
    return YAML(typ="safe", pure=True).load(text)


def wrong(read, text, validator):
    try:
        scenario = as_json(read(text))
    except Exception as error:  # whatever a reader refuses, an editor refuses as well
        return f"not read: {' '.join(str(error).split())[:200]}"
    error = next(validator.iter_errors(scenario), None)
    if error is None:
        return None
    return f"{'.'.join(str(key) for key in error.absolute_path)}: {error.message[:300]}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    for line in sys.stdin:
        text = json.loads(line)
        answer = [wrong(read, text, validator) for read in (yaml_1_1, yaml_1_2)]
        print(json.dumps(answer), flush=True)


main()
