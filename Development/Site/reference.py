"""Writes the reference of the API from its OpenAPI document: a page in Markdown for each tag."""

import json


def write(document, folder):
    """Writes the pages into the folder, which it creates."""
    api = json.loads(document.read_text())
    folder.mkdir(exist_ok=True)
    pages = {tag["name"]: [f"# {tag['name']}", tag["description"]] for tag in api["tags"]}
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "tags" in operation:
                pages[operation["tags"][0]] += _operation(api, method, path, operation)
    (folder / "00-overview.md").write_text("\n\n".join(["# The API", api["info"]["description"]]))
    for number, (name, parts) in enumerate(pages.items(), start=1):
        (folder / f"{number:02}-{name.lower().replace(' ', '-')}.md").write_text("\n\n".join(parts))


def _operation(api, method, path, operation):
    parts = [f"## `{method.upper()} {path}`", operation["summary"], operation.get("description", "")]
    parameters = [_resolved(api, parameter) for parameter in operation.get("parameters", [])]
    parts += _fields("Parameters", [
        (parameter["name"], parameter.get("required"), parameter["schema"], parameter.get("description", "")) for parameter in parameters])
    for body in (operation.get("requestBody", {}).get("content", {})).values():
        schema = _resolved(api, body.get("schema", {}))
        needed = schema.get("required", [])
        parts += _fields("Body", [
            (name, name in needed, field, field.get("description", "")) for name, field in schema.get("properties", {}).items()])
        parts += _example("Request", body)
    for status, answer in operation["responses"].items():
        answer = _resolved(api, answer)
        parts.append(f"**{status}** {answer['description']}")
        if status < "300":
            for content in answer.get("content", {}).values():
                parts += _example(None, content)
    return [part for part in parts if part]


def _fields(title, fields):
    """Returns a table of (name, whether it is required, schema, meaning); nothing without fields."""
    if not fields:
        return []
    rows = [f"| `{name}`{'' if required else ' (optional)'} | {_type(schema)} | {_cell(meaning)} |" for name, required, schema, meaning in fields]
    return ["\n".join([f"| {title} | Type | Meaning |", "|---|---|---|", *rows])]


def _type(schema):
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(_type(one) for one in schema.get("oneOf") or schema["anyOf"])
    types = schema.get("type", "any")
    name = "/".join(one for one in types if one != "null") if isinstance(types, list) else types
    return f"{name} of {_type(schema['items'])}" if "items" in schema else schema.get("format", name)


def _example(title, content):
    if "example" not in content:
        return []
    return ([f"{title}:"] if title else []) + ["```json\n" + json.dumps(content["example"], indent=2, ensure_ascii=False) + "\n```"]


def _cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def _resolved(api, value):
    while "$ref" in value:
        found = api
        for part in value["$ref"].split("/")[1:]:
            found = found[part.replace("~1", "/")]
        value = found
    return value
