"""How tests call the data modules of a page's client, beside its screens."""

# Calls `name` of a part of the page's Davenport, or of a module of its rules, with arguments, and returns its result as JSON has it.
CALL = """async ([part, name, args]) => {
    const main = document.querySelector('script[type=module]').src;
    const load = path => import(new URL(path, main).href);
    const { davenport } = await load("client.js");
    const lazy = { answers: "answers", comments: "room", assignments: "class", plays: "play", signing: "signing", push: "push" };
    const parts = { api: () => davenport.connection, comments: async () => davenport.use((await load("davenport/room.js")).Comments) };
    const found = part.startsWith("rules/") ? await load(`davenport/${part}.js`)
        : parts[part] ? await parts[part]() : lazy[part] ? (await load(`client/${lazy[part]}.js`))[part] : davenport[part];
    try {
        const result = await found[name](...args);
        return { result: result === undefined ? null : JSON.parse(JSON.stringify(result instanceof Map ? [...result] : result)) };
    } catch (error) {
        return { error: { code: error.code ?? error.name, message: String(error.stack ?? error) } };
    }
}"""
