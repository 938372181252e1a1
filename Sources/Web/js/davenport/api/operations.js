// The operations of the API: their addresses, and what they may answer. A first visit loads some; the others come with the first
// of them that is called.

import * as first from "./first-operations.js";

/**
 * @typedef {object} Operation
 * @property {string} method
 * @property {string} path
 * @property {ReadonlyMap<number, string | undefined>} successes what each status of a success brings: a shape, or media types
 *     after `@`.
 * @property {ReadonlySet<number>} problems the statuses of problems.
 */

/** The statuses of problems that every operation has. */
const common = [400, 404, 500, 503];

/** @type {Map<string, Operation>} */
const operations = new Map();
/** @type {Record<string, string>} */
const shapes = {};
/**
 * The fields of shapes that were looked at.
 * @type {Map<string, readonly { name: string, isOptional: boolean, type: string }[]>}
 */
const fields = new Map();
/** @type {Promise<void> | undefined} */
let loading;

learn(first);

/** @param {{ rows: readonly string[], shapes: Record<string, string> }} table */
function learn(table) {
    Object.assign(shapes, table.shapes);
    for (const row of table.rows) {
        const [id, method, path, successes, problems = ""] = row.split(" ");
        /** @type {[number, string | undefined][]} */
        const answers = successes.split(";").map(success => [parseInt(success), success.slice(4) || undefined]);
        const others = problems.split(".").filter(Boolean).map(status => Number(status) + 400);
        operations.set(id, { method, path, successes: new Map(answers), problems: new Set([...common, ...others]) });
    }
}

/** Loads the operations that aren't here yet. */
async function loadMore() {
    loading ??= import("./more-operations.js").then(learn);
    loading.catch(() => { loading = undefined; });
    await loading;
}

/**
 * An operation by its id.
 * @param {keyof Wire.Operations} id
 * @returns {Promise<Operation>}
 */
export async function operationOf(id) {
    if (!operations.has(id)) await loadMore();
    return present(id);
}

/** The ids of all operations. */
export async function operationIDs() {
    await loadMore();
    return /** @type {(keyof Wire.Operations)[]} */ ([...operations.keys()]);
}

/**
 * The address of an operation that a first visit loads, or that was called before.
 * @template {keyof Wire.Operations} O
 * @param {O} id
 * @param {Record<string, string | number>} [path]
 * @param {Record<string, unknown>} [query]
 */
export function address(id, path = {}, query = {}) {
    const filled = present(id).path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name]));
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
    return `/v1${filled}${pairs.length ? `?${search}` : ""}`;
}

/** @param {string} id */
function present(id) {
    const operation = operations.get(id);
    if (!operation) throw new Error(`${id} isn't an operation.`);
    return operation;
}

/**
 * The media types of bytes: those after `@`, or the list of this name.
 * @param {string} type
 */
export async function mediaTypes(type) {
    if (!type.includes("/") && !shapes[type]) await loadMore();
    return (shapes[type] ?? type.slice(1)).split(",");
}

/**
 * Whether a value has a shape of the API, such as `Room` or `[Comment]`.
 * @param {string} type
 * @param {unknown} value
 */
export async function conforms(type, value) {
    const found = matches(type, value);
    if (found !== undefined) return found;
    await loadMore();
    return matches(type, value) ?? false;
}

/**
 * Whether a value has a shape; undefined if that needs shapes that aren't loaded.
 * @param {string} type
 * @param {any} value
 * @returns {boolean | undefined}
 */
function matches(type, value) {
    if (type === "x") return value !== undefined;
    if (type === "s") return typeof value === "string";
    if (type === "n") return typeof value === "number";
    if (type === "b") return typeof value === "boolean";
    if (type.startsWith("[")) return Array.isArray(value) && every(value, item => matches(type.slice(1, -1), item));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    if (shapes[type] === undefined) return undefined;
    if (shapes[type].startsWith("|")) return matchesChoice(shapes[type], value);
    return every(fieldsOf(type), ({ name, isOptional, type }) => {
        const part = value[name];
        return isOptional && (part === undefined || part === null) ? true : matches(type, part);
    });
}

/**
 * Later versions of the API may add a choice.
 * @param {string} text such as `|kind tv=SubjectTv movie=SubjectMovie`.
 * @param {any} value
 */
function matchesChoice(text, value) {
    const [field, ...choices] = text.slice(1).split(" ");
    const chosen = choices.map(choice => choice.split("=")).find(([name]) => name === value[field]);
    return chosen ? matches(chosen[1], value) : typeof value[field] === "string";
}

/** @param {string} type */
function fieldsOf(type) {
    let found = fields.get(type);
    if (!found) {
        found = shapes[type].split(" ").map(field => {
            const [, name, mark, type] = /** @type {RegExpExecArray} */ (/^(\w+)(\??):(.+)$/.exec(field));
            return { name, isOptional: mark !== "", type };
        });
        fields.set(type, found);
    }
    return found;
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => boolean | undefined} test
 * @returns {boolean | undefined} false if one fails; otherwise undefined if one can't be said.
 */
function every(items, test) {
    /** @type {boolean | undefined} */
    let result = true;
    for (const item of items) {
        const found = test(item);
        if (found === false) return false;
        if (found === undefined) result = undefined;
    }
    return result;
}
