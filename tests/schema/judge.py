"""Judges JSON that the program writes by its JSON Schemas.

The first argument is the file with the schemas of all results. Every line of standard input is an object; a line of JSON answers it:
what is wrong with it by the schema that it names, in one line, or null.
"""

import json
import pathlib
import sys

from jsonschema_rs import Draft202012Validator, meta


def validators(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    meta.validate(schema)
    definitions = schema["$defs"]
    results = {name: result for name, result in definitions.items() if "schema" in result.get("properties", {})}
    return {
        result["properties"]["schema"]["const"]: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions})
        for name, result in results.items()
        if "const" in result["properties"]["schema"]
    }


def wrong(document, known):
    validator = known.get(str(document.get("schema")))
    if validator is None:
        return f"no schema is called {document.get('schema')}"
    error = next(validator.iter_errors(document), None)
    if error is None:
        return None
    return f"{'.'.join(str(key) for key in error.instance_path)}: {error.message[:300]}"


def main():
    known = validators(pathlib.Path(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(wrong(json.loads(line), known)), flush=True)


main()
