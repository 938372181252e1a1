// The calls of the API. Nothing else in the client sends requests to /v1.

import { Problem, decoded, send } from "./request.js";

export { Problem };

/** @typedef {import("./request.js").Options} Options */

/**
 * The id, method and path of each operation.
 * @type {readonly (readonly [keyof Wire.Operations, string, string])[]}
 */
export const operations = [
    ["showTenant", "GET", "/tenant"],
    ["createTenant", "POST", "/tenants"],
    ["createReport", "POST", "/reports"],
    ["listReports", "GET", "/reports"],
    ["showReport", "GET", "/reports/{reportID}"],
    ["resolveReport", "POST", "/reports/{reportID}/resolution"],
    ["addReportNote", "POST", "/reports/{reportID}/notes"],
    ["deleteWarning", "DELETE", "/me/warnings/{warningID}"],
    ["showFilter", "GET", "/tenant/filter"],
    ["changeFilter", "PUT", "/tenant/filter"],
    ["takePlayerEvent", "POST", "/hooks/player/{secret}"],
    ["importHistory", "POST", "/me/history"],
    ["createOwnTask", "POST", "/own-tasks"],
    ["changeOwnTask", "PATCH", "/own-tasks/{ownTaskID}"],
    ["deleteOwnTask", "DELETE", "/own-tasks/{ownTaskID}"],
    ["createAccessKey", "POST", "/me/keys"],
    ["listAccessKeys", "GET", "/me/keys"],
    ["deleteAccessKey", "DELETE", "/me/keys/{keyID}"],
    ["showCalendar", "GET", "/calendar/{secret}"],
    ["createBot", "POST", "/bots"],
    ["listBots", "GET", "/bots"],
    ["changeBot", "PATCH", "/bots/{botID}"],
    ["deleteBot", "DELETE", "/bots/{botID}"],
    ["findUsers", "GET", "/users"],
    ["signUp", "POST", "/users"],
    ["listSessions", "GET", "/sessions"],
    ["logIn", "POST", "/sessions"],
    ["endOtherSessions", "DELETE", "/sessions"],
    ["endCurrentSession", "DELETE", "/sessions/current"],
    ["registerWebPush", "PUT", "/sessions/current/web-push"],
    ["unregisterWebPush", "DELETE", "/sessions/current/web-push"],
    ["endSession", "DELETE", "/sessions/{sessionID}"],
    ["showMe", "GET", "/me"],
    ["changeMe", "PATCH", "/me"],
    ["changePassword", "PUT", "/me/password"],
    ["deleteAccount", "POST", "/me/deletion"],
    ["exportMe", "GET", "/me/export"],
    ["showUser", "GET", "/users/{userID}"],
    ["listMembers", "GET", "/members"],
    ["changeMember", "PATCH", "/members/{userID}"],
    ["setAvatar", "PUT", "/me/avatar"],
    ["deleteAvatar", "DELETE", "/me/avatar"],
    ["showAvatar", "GET", "/users/{userID}/avatar"],
    ["listAudit", "GET", "/audit"],
    ["listFeedback", "GET", "/feedback"],
    ["createFeedback", "POST", "/feedback"],
    ["changeFeedback", "PATCH", "/feedback/{feedbackID}"],
    ["listInvites", "GET", "/invites"],
    ["createInvite", "POST", "/invites"],
    ["withdrawInvite", "DELETE", "/invites/{inviteID}"],
    ["lookUpInvite", "POST", "/invites/lookup"],
    ["listFriends", "GET", "/friends"],
    ["befriend", "PUT", "/friends/{userID}"],
    ["unfriend", "DELETE", "/friends/{userID}"],
    ["listBlocks", "GET", "/blocks"],
    ["block", "PUT", "/blocks/{userID}"],
    ["unblock", "DELETE", "/blocks/{userID}"],
    ["showMutes", "GET", "/me/mutes"],
    ["changeMutes", "PUT", "/me/mutes"],
    ["listRooms", "GET", "/rooms"],
    ["createRoom", "POST", "/rooms"],
    ["showRoom", "GET", "/rooms/{roomID}"],
    ["deleteRoom", "DELETE", "/rooms/{roomID}"],
    ["createNextRoom", "POST", "/rooms/{roomID}/next"],
    ["addMember", "PUT", "/rooms/{roomID}/members/{userID}"],
    ["leaveRoom", "DELETE", "/rooms/{roomID}/members/me"],
    ["markWatched", "PUT", "/rooms/{roomID}/watched"],
    ["unmarkWatched", "DELETE", "/rooms/{roomID}/watched"],
    ["markRead", "PUT", "/rooms/{roomID}/read"],
    ["setPosition", "PUT", "/rooms/{roomID}/position"],
    ["deletePosition", "DELETE", "/rooms/{roomID}/position"],
    ["listComments", "GET", "/rooms/{roomID}/comments"],
    ["addReaction", "PUT", "/rooms/{roomID}/comments/{commentID}/reactions/{emoji}"],
    ["removeReaction", "DELETE", "/rooms/{roomID}/comments/{commentID}/reactions/{emoji}"],
    ["listMentionables", "GET", "/rooms/{roomID}/mentionables"],
    ["setSubtitles", "PUT", "/rooms/{roomID}/subtitles"],
    ["fetchSubtitles", "POST", "/rooms/{roomID}/subtitles/fetch"],
    ["listCues", "GET", "/rooms/{roomID}/subtitles"],
    ["deleteSubtitles", "DELETE", "/rooms/{roomID}/subtitles"],
    ["createComment", "POST", "/rooms/{roomID}/comments"],
    ["editComment", "PATCH", "/rooms/{roomID}/comments/{commentID}"],
    ["deleteComment", "DELETE", "/rooms/{roomID}/comments/{commentID}"],
    ["showDashboard", "GET", "/dashboard"],
    ["listGroups", "GET", "/groups"],
    ["searchMedia", "GET", "/media/search"],
    ["lookUpShow", "GET", "/media/tv/{showID}"],
    ["lookUpSeason", "GET", "/media/tv/{showID}/seasons/{season}"],
    ["lookUpEpisode", "GET", "/media/tv/{showID}/seasons/{season}/episodes/{episode}"],
    ["lookUpMovie", "GET", "/media/movies/{movieID}"],
    ["listStudents", "GET", "/students"],
    ["addStudent", "PUT", "/students/{userID}"],
    ["removeStudent", "DELETE", "/students/{userID}"],
    ["listStudentAssignments", "GET", "/students/{userID}/assignments"],
    ["listTeachers", "GET", "/teachers"],
    ["leaveTeacher", "DELETE", "/teachers/{userID}"],
    ["handOver", "POST", "/members/{userID}/handover"],
    ["listTasks", "GET", "/tasks"],
    ["createTask", "POST", "/tasks"],
    ["showTask", "GET", "/tasks/{taskID}"],
    ["changeTask", "PATCH", "/tasks/{taskID}"],
    ["deleteTask", "DELETE", "/tasks/{taskID}"],
    ["listTaskAssignments", "GET", "/tasks/{taskID}/assignments"],
    ["assignTask", "PUT", "/tasks/{taskID}/students"],
    ["withdrawAssignment", "DELETE", "/tasks/{taskID}/students/{userID}"],
    ["addTeacher", "PUT", "/tasks/{taskID}/teachers/{userID}"],
    ["removeTeacher", "DELETE", "/tasks/{taskID}/teachers/{userID}"],
    ["showBoard", "GET", "/board"],
    ["listAssignments", "GET", "/assignments"],
    ["showAssignment", "GET", "/assignments/{assignmentID}"],
    ["markEntriesRead", "PUT", "/assignments/{assignmentID}/read"],
    ["setDraft", "PUT", "/assignments/{assignmentID}/draft"],
    ["listEntries", "GET", "/assignments/{assignmentID}/entries"],
    ["createEntry", "POST", "/assignments/{assignmentID}/entries"],
    ["deleteEntry", "DELETE", "/assignments/{assignmentID}/entries/{entryID}"],
    ["showFile", "GET", "/files/{fileID}"],
    ["createFile", "PUT", "/files/{fileID}"],
    ["deleteFile", "DELETE", "/files/{fileID}"],
    ["showToday", "GET", "/challenges/today"],
    ["showChallenge", "GET", "/challenges/{challengeID}"],
    ["startPlay", "PUT", "/challenges/{challengeID}/play"],
    ["sendMoves", "POST", "/plays/{playID}/moves"],
    ["showPlay", "GET", "/plays/{playID}"],
    ["strikePlay", "DELETE", "/plays/{playID}"],
    ["listResults", "GET", "/challenges/{challengeID}/results"],
    ["listChallenges", "GET", "/challenges"],
    ["createChallenge", "POST", "/challenges"],
    ["listPlayBoard", "GET", "/boards"],
    ["showPlayProfile", "GET", "/me/play"],
    ["changePlayProfile", "PUT", "/me/play"],
    ["listMyWords", "GET", "/me/words"],
    ["showPlayWeek", "GET", "/me/week"],
    ["addPlayer", "PUT", "/challenges/{challengeID}/players/{userID}"],
    ["joinChallenge", "POST", "/challenges/join"],
    ["showWordList", "GET", "/word-lists/{wordListID}"],
    ["listEntitlements", "GET", "/entitlements"],
    ["presentTransaction", "POST", "/entitlements"],
    ["takeStoreNotification", "POST", "/entitlements/notifications"],
    ["registerDevice", "PUT", "/devices/{apnsToken}"],
    ["unregisterDevice", "DELETE", "/devices/{apnsToken}"],
    ["listDevices", "GET", "/devices"],
    ["showNotificationPreferences", "GET", "/me/notifications"],
    ["changeNotificationPreferences", "PUT", "/me/notifications"],
    ["listChanges", "GET", "/changes"],
];

const rows = new Map(operations.map(row => [row[0], row]));

/**
 * The address of an operation.
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {Record<string, string | number>} [path]
 * @param {Record<string, unknown>} [query]
 */
export function address(operation, path = {}, query = {}) {
    const filled = row(operation)[2].replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name]));
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    return `/v1${filled}` + (pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : "");
}

/**
 * Sends a request and returns its answer.
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {App.CallOptions<O>} [options]
 * @returns {Promise<Wire.Operations[O]["answer"]>}
 */
export async function call(operation, options) {
    return decoded(await request(operation, options));
}

/**
 * Signs in with e-mail address and password. The server keeps the session in a cookie that scripts can't read.
 * @param {string} email
 * @param {string} password
 * @param {App.CallOptions<"logIn">} options
 * @returns {Promise<Wire.Operations["logIn"]["answer"]>}
 */
export async function logIn(email, password, options) {
    return decoded(await request("logIn", options, { basic: `${email}:${password}`, beginsSession: true }));
}

/**
 * Creates an account, and signs in as `logIn` does.
 * @param {App.CallOptions<"signUp">} options
 * @returns {Promise<Wire.Operations["signUp"]["answer"]>}
 */
export async function signUp(options) {
    return decoded(await request("signUp", options, { beginsSession: true }));
}

/**
 * Sends a GET with the tag of the answer that the caller has.
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {App.CallOptions<O>} options
 * @param {string} [tag]
 * @returns {Promise<{ isUnchanged: true } | { isUnchanged: false, answer: Wire.Operations[O]["answer"], tag: string | undefined }>}
 */
export async function callTagged(operation, options, tag) {
    const response = await request(operation, options, { tag });
    if (response.status === 304) return { isUnchanged: true };
    return { isUnchanged: false, answer: await decoded(response), tag: response.headers.get("ETag") ?? undefined };
}

/**
 * Asks for changes. `retryAfter` is how long the server wants the next long poll to be put off, in seconds.
 * @param {Wire.Operations["listChanges"]["query"]} query
 * @param {AbortSignal} signal
 * @returns {Promise<{ page: Wire.Operations["listChanges"]["answer"], retryAfter: number | undefined }>}
 */
export async function listChanges(query, signal) {
    const response = await request("listChanges", { query, signal }, { longerBy: query.wait });
    return { page: await decoded(response), retryAfter: Number(response.headers.get("Retry-After")) || undefined };
}

/**
 * Every item of a list that comes in pages.
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {App.CallOptions<O>} [options]
 * @returns {Promise<Wire.Operations[O]["answer"] extends { items: (infer I)[] } ? I[] : never>}
 */
export async function all(operation, options) {
    /** @type {any[]} */
    const items = [];
    /** @type {any} */
    let page;
    do {
        page = await decoded(await request(operation, options, { after: page?.next }));
        items.push(...page.items);
    } while (page.next !== undefined);
    return /** @type {any} */ (items);
}

/**
 * Sends a picture.
 * @param {"setAvatar"} operation
 * @param {Blob} body
 * @returns {Promise<Wire.Operations["setAvatar"]["answer"]>}
 */
export async function upload(operation, body) {
    return decoded(await send(row(operation)[1], address(operation), { body, longerBy: 90 }));
}

/**
 * @template {keyof Wire.Operations} O
 * @param {O} operation
 * @param {App.CallOptions<O> | undefined} options
 * @param {Options & { after?: string }} more
 */
function request(operation, options, { after, ...more } = {}) {
    const { path, query, ...rest } = /** @type {any} */ (options ?? {});
    return send(row(operation)[1], address(operation, path, after === undefined ? query : { ...query, after }), { ...rest, ...more });
}

/** @param {keyof Wire.Operations} operation */
function row(operation) {
    const row = rows.get(operation);
    if (!row) throw new Error(`${operation} isn't an operation.`);
    return row;
}
