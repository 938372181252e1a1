// The operations of the API: their addresses, and what they may answer. A first visit loads some; the others come with the first
// of them that is called.

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
    loading ??= import("./more-operations.js").then(more => learn(more.default));
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

// Generated up to the end, as more-operations.js is.
learn({ rows: [
    "showTenant GET /tenant 200=TenantInfo;304",
    "logIn POST /sessions 201=SignedIn 1.3.13.15.22.29",
    "endCurrentSession DELETE /sessions/current 204 1.29",
    "showMe GET /me 200=Me;304 1",
    "exportMe GET /me/export 200=x 1.29",
    "makePasskeyLogInOptions POST /passkey-sessions/options 201=PasskeyRequestOptions 13.15.29",
    "showMutes GET /me/mutes 200=Mutes;304 1",
    "showRoom GET /rooms/{roomID} 200=Room;304 1",
    "markWatched PUT /rooms/{roomID}/watched 200=Room 1.13.15.22.29",
    "unmarkWatched DELETE /rooms/{roomID}/watched 200=Room 1.29",
    "markRead PUT /rooms/{roomID}/read 200=Unread 1.13.15.22.29",
    "setPosition PUT /rooms/{roomID}/position 200=Room 1.9.13.15.22.29",
    "createComment POST /rooms/{roomID}/comments 200=Comment;201=Comment 1.9.13.15.22.29",
    "addReaction PUT /rooms/{roomID}/comments/{commentID}/reactions/{emoji} 200=Comment 1.9.13.15.22.29",
    "removeReaction DELETE /rooms/{roomID}/comments/{commentID}/reactions/{emoji} 200=Comment 1.22.29",
    "showDashboard GET /dashboard 200=Dashboard;304 1",
    "showFile GET /files/{fileID} 200=@showFile;206=@showFile;304 1.16",
    "showThumbnail GET /files/{fileID}/thumbnail 200=@image/webp;304 1",
    "listChanges GET /changes 200=Changes 1.10.22",
], shapes: {
    Problem: "type:s title:s status:n detail:s code:s errors?:[FieldFault] roomID?:s state?:s size?:n move?:n reason?:s " +
        "requestID?:s",
    TenantInfo: "name:s slug:s features:[s] signup:s signupRoles:[s] catalogue:b fetchesSubtitles:b contact?:s terms?:s " +
        "webPushKey?:s passwordLinks:s email:b description?:s identityColor:s pictureURL?:s",
    SignedIn: "token?:s session:Session user:Me",
    Me: "id:s username:s identityColor:s avatarURL?:s bot?:b role:s createdAt:s givenName?:s familyName?:s email:s " +
        "birthday?:s warnings?:[Warning] passwordLink?:OpenPasswordLink emailState?:s digest?:s hasPassword?:b " +
        "language?:s",
    PasskeyRequestOptions: "publicKey:PasskeyRequestOptionsPublicKey",
    Mutes: "userIDs:[s] words:[s]",
    Room: "id:s subject:Subject members:[Member] createdAt:s completedAt?:s archivesAt?:s lastActivityAt:s " +
        "commentCount:n unreadCount:n readNumber:n attention:s archived:b muted:b group:s position?:Position " +
        "subtitles:[s] poster?:[MediaPicture] still?:[MediaPicture]",
    Unread: "unreadCount:n",
    Comment: "id:s roomID:s number:n seconds:n content:s author?:UserStub createdAt:s editedAt?:s reactions?:[Reaction] " +
        "mentions?:[Mention] quote?:s replyTo?:s pictures?:[AttachedPicture]",
    Dashboard: "sections:[DashboardSection] truncated?:b",
    Changes: "now:s next:s more:b rooms?:RoomChanges comments?:CommentChanges assignments?:AssignmentChanges " +
        "entries?:EntryChanges challenges?:ChallengeChanges plays?:PlayChanges me?:Me friends?:FriendList " +
        "blocks?:UserStubItems notifications?:ChangesPreferences mutes?:Mutes dashboard?:DashboardOutline " +
        "roomRequests?:RoomRequests",
    FieldFault: "field:s code:s message:s",
    Session: "id:s source:s deviceName?:s createdAt:s lastUsedAt:s expiresAt:s current:b",
    Warning: "id:s kind:s reason:s text?:s at:s",
    OpenPasswordLink: "by?:UserStub createdAt:s expiresAt:s",
    PasskeyRequestOptionsPublicKey: "challenge:s timeout:n rpId:s userVerification:s allowCredentials:[PasskeyDescriptor]",
    Subject: "|kind tv=SubjectTv movie=SubjectMovie custom=SubjectCustom",
    Member: "user:UserStub watchedAt?:s joinedAt:s isHost:b",
    Position: "seconds:n running:b age:n",
    MediaPicture: "width:n url:s",
    UserStub: "id:s username:s identityColor:s avatarURL?:s bot?:b",
    Reaction: "emoji:s userIDs:[s] count:n",
    Mention: "text:s userID?:s castID?:n",
    AttachedPicture: "id:s type:s size:n width:n height:n alternative?:s",
    DashboardSection: "group:Group rooms:[Room] nextEpisode?:NextEpisode",
    RoomChanges: "items:[Room] removed:[s]",
    CommentChanges: "items:[Comment] removed:[CommentChangesRemoval] complete:[s]",
    AssignmentChanges: "items:[Assignment] removed:[s]",
    EntryChanges: "items:[Entry] removed:[EntryChangesRemoval] complete:[s]",
    ChallengeChanges: "items:[ChallengeOutline] removed:[s]",
    PlayChanges: "items:[PlayOutline] removed:[s]",
    FriendList: "friends:[UserStub] incoming:[FriendListRequest] outgoing:[FriendListRequest]",
    UserStubItems: "items:[UserStub]",
    ChangesPreferences: "muted:[s] timeZone?:s quietHours?:QuietHours",
    DashboardOutline: "sections:[DashboardOutlineSection]",
    RoomRequests: "incoming:[RoomRequest] outgoing:[OwnRoomRequest] openRoomIDs:[s]",
    PasskeyDescriptor: "type:s id:s",
    SubjectTv: "kind:s showID:n season:n episode:n showTitle:s episodeTitle?:s",
    SubjectMovie: "kind:s movieID:n title:s",
    SubjectCustom: "kind:s title:s",
    Group: "id:s kind:s showID?:n title:s members:[UserStub] poster?:[MediaPicture] still?:[MediaPicture]",
    NextEpisode: "season:n episode:n title?:s",
    CommentChangesRemoval: "roomID:s id:s",
    Assignment: "id:s task:AssignedTask student:User state:s closed:b dueAt?:s locksAt?:s extendedTo?:s attempt:n " +
        "submittedAt?:s openedAt?:s late:b missing:b evaluation?:Evaluation draft?:EvaluationDraft version?:n " +
        "readNumber:n unreadCount:n attention:s lastActivityAt:s completedAt?:s archivesAt?:s archived:b own:b",
    Entry: "id:s assignmentID:s number:n action:s author?:UserStub at:s text?:s files:[File] attempt?:n points?:n " +
        "word?:s extendedTo?:s",
    EntryChangesRemoval: "assignmentID:s id:s",
    ChallengeOutline: "id:s kind:s mode:s language:s day?:s maker?:UserStub code?:s startsAt:s endsAt:s",
    PlayOutline: "id:s challengeID:s mode:s startedAt:s endsAt:s closesAt:s over:b overAt?:s letters:s language:s " +
        "moves:[PlayedMove] score:n struck?:b",
    FriendListRequest: "user:UserStub requestedAt:s",
    QuietHours: "from:s to:s",
    DashboardOutlineSection: "group:Group roomIDs:[s] nextEpisode?:NextEpisode",
    RoomRequest: "roomID:s user:UserStub requestedAt:s",
    OwnRoomRequest: "roomID:s subject:Subject requestedAt:s",
    AssignedTask: "id:s title:s description?:s priority:s tags:[s] maxPoints?:n dueAt?:s locksAt?:s files?:[File] " +
        "teachers:[User]",
    User: "id:s username:s identityColor:s avatarURL?:s bot?:b role?:s createdAt?:s givenName?:s familyName?:s " +
        "suspended?:b suspendedUntil?:s",
    Evaluation: "entryID:s attempt:n points?:n word?:s text?:s at:s by?:UserStub",
    EvaluationDraft: "points?:n word?:s text?:s by?:UserStub",
    File: "id:s name:s size:n type:s sha256:s createdAt:s width?:n height?:n",
    PlayedMove: "at:n faces?:[n] cubelet?:n word?:s score?:n",
} });
