"""Compares objects with the schemas of the documentation."""

import json

# Of Debian's own Python, in the package python3-jsonschema.
import jsonschema


def close(node):
    """Refuses keys that a schema does not describe; readers ignore them."""
    if isinstance(node, dict):
        if "properties" in node:
            node["additionalProperties"] = False
        for child in node.values():
            close(child)
    elif isinstance(node, list):
        for child in node:
            close(child)


def problems(schema_path, value):
    """Returns a line for each part of a value that is not as its schema says."""
    schema = json.load(open(schema_path))
    close(schema)
    validator = jsonschema.validators.validator_for(schema)(schema)
    return [f"{list(error.path)}: {error.message[:300]}" for error in validator.iter_errors(value)]
