// Why something wasn't sent, in plain English, by the code of the problem.

/**
 * @typedef {Record<string, string>} Sentences by the kind of thing; `picture` for a comment's picture that was refused, which
 *     NAME stands for, and `""` for all others
 */

/**
 * What the server's answers to writes mean to their author. A test holds the codes to those of docs/openapi.json.
 * @type {Record<string, Sentences>}
 */
export const sentences = {
    not_found: {
        comment: "The room is gone, or you are no longer in it.", watched: "The room is gone, or you are no longer in it.",
        unwatched: "The room is gone, or you are no longer in it.",
            reaction: "The comment is gone, or you are no longer in its room.",
        moves: "The play is gone.", "": "Its place is gone, or you no longer see it.",
    },
    tenant_not_found: { "": "This community is no longer here." },
    feature_off: { moves: "This community has turned its puzzles off.", "": "This community has turned this part off." },
    forbidden: { "": "You may no longer do this." },
    id_taken: { "": "The server has something else in its place. Change your words, or copy them and write them anew." },
    limit_reached: {
        picture: "Too many of your pictures are on the server without a comment. They go after a day.",
        "": "The comment has as many different reactions as it can have.",
    },
    storage_full: { "": "The community has no room for more pictures." },
    unknown_file: { "": "A picture of it is no longer on the server. Try again, or edit it." },
    body_too_large: {
        picture: "“NAME” is larger than the server takes. Edit the comment to remove it.",
        "": "It is longer than the server takes. Copy it, and send it in parts.",
    },
    invalid: { picture: "The server doesn’t take “NAME”:", "": "The server doesn’t take it as it is:" },
    move_refused: { "": "The server didn’t count these moves:" },
    moves_differ: { "": "You played on elsewhere, and the server has other moves." },
    play_over: { "": "The play was over when they arrived." },
    malformed_request: { "": "This page and the server don’t understand each other. Reload the page, then try again." },
    length_required: { "": "This page and the server don’t understand each other. Reload the page, then try again." },
    unsupported_media_type: { "": "This page and the server don’t understand each other. Reload the page, then try again." },
    unsupported_encoding: { "": "This page and the server don’t understand each other. Reload the page, then try again." },
};

/**
 * The sentence for why a write was refused. The server names the field, "content must have at most 4,000 characters.", and its
 * author sees no such name.
 * @param {string} kind
 * @param {{code: string, detail: string, picture?: string} | undefined} problem
 */
export function reasonOf(kind, problem) {
    if (!problem) return sentences.not_found?.[""] ?? "";
    const { picture } = problem;
    const found = sentences[problem.code];
    const sentence = (found?.[picture ? "picture" : kind] ?? found?.[""] ?? problem.detail).replace("NAME", picture ?? "");
    const long = /^content:? (?:must have )?(at most [^;]+)$/.exec(problem.detail)?.[1];
    if (problem.code === "invalid" && long && !picture) return `Too long: ${long}`;
    if (!sentence.endsWith(":")) return sentence || "The server refused it.";
    return `${sentence} ${problem.detail.replace(/^content:? /, "it ")}`;
}
