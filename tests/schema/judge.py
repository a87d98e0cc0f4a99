"""Judges JSON that the program writes by its JSON Schemas.

The first argument is the folder of the schemas. Every line of standard input is an object; a line of JSON answers it: what is
wrong with it by the schema that it names, in one line, or null.
"""

import json
import pathlib
import sys

from jsonschema_rs import Draft202012Validator, meta


def read(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    meta.validate(schema)
    return schema["properties"].get("schema", {}).get("const"), Draft202012Validator(schema)


def wrong(document, validators):
    validator = validators.get(str(document.get("schema")))
    if validator is None:
        return f"no schema is called {document.get('schema')}"
    error = next(validator.iter_errors(document), None)
    if error is None:
        return None
    return f"{'.'.join(str(key) for key in error.instance_path)}: {error.message[:300]}"


def main():
    validators = dict(read(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.schema.json")))
    for line in sys.stdin:
        print(json.dumps(wrong(json.loads(line), validators)), flush=True)


main()
