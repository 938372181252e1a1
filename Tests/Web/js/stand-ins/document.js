// docs/openapi.json: its operations, and whether a value has a schema's shape.

import { readFileSync } from "node:fs";

/** @type {any} */
export const openapi = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"));

/**
 * @typedef {{
 *     id: string, method: string, path: string, pattern: RegExp, names: string[], detail: any,
 *     responses: Map<number, Map<string, any>>
 * }} Operation its responses: by status, the schema of each media type.
 */

/** @type {readonly Operation[]} */
export const operations = Object.entries(openapi.paths).flatMap(([path, item]) => {
    const methods = Object.entries(/** @type {any} */ (item)).filter(([, detail]) => /** @type {any} */ (detail).operationId);
    return methods.map(([method, detail]) => operation(method.toUpperCase(), path, detail));
});

/** @param {string} method @param {string} path @param {any} detail @returns {Operation} */
function operation(method, path, detail) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]);
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
    const responses = new Map(Object.entries(detail.responses).map(([status, response]) => {
        const content = resolved(response).content ?? {};
        return [Number(status), new Map(Object.entries(content).map(([type, { schema }]) => [type, schema]))];
    }));
    return { id: detail.operationId, method, path, pattern, names, detail, responses };
}

/**
 * The operation of a request, with the values in its path. Where two fit, the one with fewer variables is meant.
 * @param {string} method
 * @param {string} path
 */
export function find(method, path) {
    const fitting = operations.filter(one => one.method === method && one.pattern.test(path)).sort((a, b) => a.names.length - b.names.length);
    const found = fitting[0];
    if (!found) return undefined;
    const values = /** @type {RegExpExecArray} */ (found.pattern.exec(path)).slice(1).map(decodeURIComponent);
    return { operation: found, values: Object.fromEntries(found.names.map((name, place) => [name, values[place]])) };
}

/** @param {any} value what may be a reference. @returns {any} */
export function resolved(value) {
    if (!value?.$ref) return value;
    return resolved(value.$ref.slice(2).split("/").reduce((/** @type {any} */ at, /** @type {string} */ name) => at[name], openapi));
}

/**
 * What is wrong with a value, as sentences.
 * @param {any} value
 * @param {any} schema
 * @param {string} [place]
 * @returns {string[]}
 */
export function faults(value, schema, place = "answer") {
    schema = resolved(schema);
    if (schema.allOf) return [schema, ...schema.allOf].flatMap(({ allOf, ...part }) => faults(value, part, place));
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return choices.some((/** @type {any} */ part) => faults(value, part, place).length === 0) ? [] : [`${place} fits none of ${choices.length} schemas`];
    const types = schema.type === undefined ? undefined : [schema.type].flat();
    if (types && !types.includes(typeOf(value)) && !(types.includes("number") && typeOf(value) === "integer")) {
        return [`${place} is ${typeOf(value)}, not ${types.join(" or ")}`];
    }
    if (schema.enum && !schema.enum.includes(value)) return [`${place} is ${JSON.stringify(value)}, not one of ${schema.enum.join(", ")}`];
    if (schema.const !== undefined && schema.const !== value) return [`${place} isn't ${schema.const}`];
    if (schema.format === "uuid" && typeof value === "string" && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return [`${place} is no UUID: ${value}`];
    if (schema.format === "date-time" && typeof value === "string" && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return [`${place} is no time: ${value}`];
    if (Array.isArray(value)) return value.flatMap((item, index) => schema.items ? faults(item, schema.items, `${place}[${index}]`) : []);
    if (typeOf(value) !== "object") return [];
    const missing = (schema.required ?? []).filter((/** @type {string} */ name) => !(name in value)).map((/** @type {string} */ name) => `${place}.${name} is missing`);
    const parts = Object.entries(value).flatMap(([name, part]) => {
        const known = schema.properties?.[name];
        if (known) return faults(part, known, `${place}.${name}`);
        return schema.properties && schema.type ? [`${place}.${name} isn't documented`] : [];
    });
    return [...missing, ...parts];
}

/** @param {any} value */
function typeOf(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    return Number.isInteger(value) ? "integer" : typeof value;
}

/**
 * What is wrong with an answer to an operation: its status, its media type or its body.
 * @param {string} id
 * @param {{ status: number, headers: Record<string, string>, body?: string }} answer
 * @returns {string[]}
 */
export function answerFaults(id, { status, headers, body }) {
    const operation = operations.find(one => one.id === id);
    const declared = operation?.responses.get(status);
    if (!declared) return [`${id} declares no status ${status}`];
    const type = headers["Content-Type"];
    if (declared.size === 0) return body === undefined && type === undefined ? [] : [`${id} declares no body with ${status}`];
    const schema = declared.get(type);
    if (!schema) return [`${id} declares no ${type} with ${status}`];
    return faults(JSON.parse(body ?? ""), schema).map(fault => `${id}: ${fault}`);
}
