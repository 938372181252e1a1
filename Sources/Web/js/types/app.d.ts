// The parts of the library, as screens use them. `held.d.ts` checks that they have these methods.
import type {
    AccountDeletion, Comment, FriendList, Group, Me, Member, Mutes, NewComment, NewUser, NextEpisode, NotificationPreferences, Operations, Room,
    RoomRequests, TenantInfo, UserStub,
} from "./wire.js";
import type { ChosenPicture, CommentChange, CommentContent, ShownPicture } from "./pictures.js";

export as namespace App;
export type { ChosenPicture, CommentChange, CommentContent, ShownPicture };
export type { PlayFault, PlayMove, PlayRow } from "./plays.js";

/** Ends a subscription. */
export type Stop = () => void;

/** What an operation needs: parameters of its path, its query and its JSON body, as docs/openapi.json has them. */
export type CallOptions<O extends keyof Operations> = Needed<"path", Operations[O]["path"]> & Needed<"query", Operations[O]["query"]>
    & Needed<"body", Operations[O]["body"]> & {
        signal?: AbortSignal,
        /** Lets the request outlive the page. Bodies of all such requests together have at most 64 KiB. */
        keepalive?: boolean,
        /** How much longer than others the request may take, in seconds. */
        longerBy?: number,
        /** The community's slug, for the operations of signed-out people where the host names no community. */
        tenant?: string,
    };
type Needed<Name extends string, Value> = [Value] extends [never] ? {} : {} extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

export interface ApiModule {
    /**
     * Sends a request and returns its answer; `undefined` for an answer without body.
     * Throws a `Problem`, or the signal's reason. A 401 to a session ends it (`session.js`).
     */
    call<O extends keyof Operations>(operation: O, options?: CallOptions<O>): Promise<Operations[O]["answer"]>;
    /** Every item of a list that comes in pages, in order. */
    all<O extends keyof Operations>(operation: O, options?: CallOptions<O>): Promise<Operations[O]["answer"] extends { items: (infer I)[] } ? I[] : never>;
    /** Sends a Blob (a picture) as the body of `setAvatar` or `setTenantPicture`. */
    upload(operation: "setAvatar" | "setTenantPicture", body: Blob): Promise<unknown>;
    /** The address of an operation, for `<a href download>` (`exportMe`) and pictures. */
    address<O extends keyof Operations>(operation: O, path?: Record<string, string | number>, query?: Record<string, unknown>): string;
    readonly Problem: typeof import("../davenport/api/answer.js").Problem;
}

/** Why a request failed: the server's answer, or that there was none. `message` is `detail`: a sentence to show. */
export interface Problem extends Error {
    /** The HTTP status; 0 if no answer came: the server or the network is away. */
    readonly status: number;
    /** The API's stable code, such as `room_exists`; `offline` where no answer came, `unreadable` where it isn't the API's. */
    readonly code: string;
    readonly detail: string;
    /** Faults by field, such as `faults.username`: a sentence for each, to show at the field. */
    readonly faults: Record<string, string>;
    /** The codes of the faults by field, such as `too_long`. */
    readonly faultCodes: Record<string, string>;
    /** Shown in small type beside an unexpected error. */
    readonly requestID: string | undefined;
    /** The seconds after which to try again, where the server named them. */
    readonly retryAfter: number | undefined;
    /** The existing room of a `room_exists`. */
    readonly roomID: string | undefined;
    /** Whether no answer came. */
    readonly isOffline: boolean;
    /** Whether something else answered in the server's place (`unreadable`). */
    readonly isUnreadable: boolean;
    /** Whether the same request may work later: no answer, 408, 429 or 5xx. */
    readonly isTransient: boolean;
}

/** Who is signed in on this device, as IndexedDB knows it. */
export interface SignedInPerson { readonly userID: string, readonly username: string }

export interface SessionModule {
    /** Reads who is signed in, and starts replica, outbox and live for them. Call it once, before the first screen. */
    start(): Promise<SignedInPerson | undefined>;
    current(): SignedInPerson | undefined;
    /** Calls the listener whenever somebody signed in or out, here or in another tab, or a 401 ended the session. */
    subscribe(listener: (person: SignedInPerson | undefined, why: "signedIn" | "signedOut" | "ended") => void): Stop;
    /** The community: from memory, then fetched. Throws `tenant_required` where the host names none and no slug is kept. */
    tenant(): Promise<TenantInfo>;
    /** The community as it was kept last, at once. */
    keptTenant(): TenantInfo | undefined;
    /** Runs a request that ends the session (`deleteAccount`), and erases everything of this person here if it succeeds. */
    leave(request: (options: { keepsStorage: boolean }) => Promise<unknown>): Promise<void>;
    /** Erases everything of this person on this device. */
    erase(): Promise<void>;
    /** A switch of this device; only `theme` and `slug` survive signing out. */
    preference<N extends keyof Preferences>(name: N): Preferences[N];
    setPreference<N extends keyof Preferences>(name: N, value: Preferences[N]): Promise<void>;
}

/** `Signing` of davenport.js. */
export interface SigningModule {
    /** Keeps the slug for hosts that name no community, after `GET /tenant` has confirmed it. Throws `tenant_not_found`. */
    chooseTenant(slug: string): Promise<TenantInfo>;
    /** Throws `invalid_credentials`, `too_many_requests` … */
    signIn(email: string, password: string): Promise<Me>;
    /** Creates an account, by an invite's code or where sign-up is open, and is signed in then. `slug` is the link's community. */
    signUp(user: NewUser, slug?: string): Promise<Me>;
    /**
     * Signs out and erases everything of this person on this device. Throws `Unsent` while the outbox has something that a
     * person would miss, unless `evenUnsent`; throws a Problem if the server can't be reached, and nothing is erased then.
     */
    signOut(options?: { evenUnsent?: boolean }): Promise<void>;
    /** Deletes the account and erases everything of this person on this device. Throws a Problem if it isn't deleted. */
    deleteAccount(body: AccountDeletion): Promise<void>;
}

export interface Preferences {
    theme: "light" | "dark" | "system",
    /** Letters as keys, see web.md 13.1. On unless switched off. */
    shortcuts: boolean,
    /** Hide what lies ahead. On unless switched off. */
    gate: boolean,
    keepAwake: boolean,
    /** The id of the person who has turned on notifications in this browser. */
    push: string | undefined,
    /** The id of the person who doesn't want to be offered notifications in this browser. */
    pushDeclined: string | undefined,
    /** The language of the lines in rooms with subtitles; `none` for no lines, empty for what the browser's user reads. */
    lines: string,
    /** Whether the cube lies flat. Undefined where nobody chose. */
    flat: boolean | undefined,
    /** Whether the rare fields of a new task stand open; the first steps in the puzzle were taken; tasks stand as a board. */
    taskMore?: boolean, taught?: boolean, classBoard?: boolean,
    slug: string | undefined,
}

export interface Unsent extends Error {
    readonly count: number;
    readonly writes: readonly PendingWrite[];
    readonly moves: number;
    readonly drafts: ReturnType<DraftsModule["withWords"]>;
}

/**
 * What can change: `rooms` (any room), `room:ID`, `comments:ID` (of a room), `dashboard`, `people`, `me`, `friends`,
 * `blocks`, `mutes`, `notifications`, `writes` (the outbox), `live`, `badge`, `drafts`, `assignments`, `challenges`, `plays`.
 */
export type Topic = string;

/** What a person is called here: the given name, if I see it. Otherwise the username. */
export interface Called { readonly called?: string }

/**
 * A room as the feed has it, with pending writes applied, members' newest names, and `archived` by the server's clock. The age of `position`
 * counts from 1970: see `pure/position.js`.
 */
export interface ShownRoom extends Room {
    /** My own membership. */
    readonly mine: Member | undefined;
    readonly watched: boolean;
    /** Whether all comments are in the replica, or in what this page has read of the room's list. */
    readonly complete: boolean;
}

export interface ShownComment extends Comment {
    readonly pictures?: ShownPicture[],
    /** `waiting`: in the outbox. `refused`: with `problem` and `writeID`, for Retry and Discard. */
    readonly state: "sent" | "waiting" | "refused",
    readonly problem?: KeptProblem,
    readonly writeID?: number,
    /** Whether `Mutes.folds` folds it: a muted or blocked author, or a muted word. It stays counted. */
    readonly folded: boolean,
    readonly mine: boolean,
    /** Whether an edit of mine is kept on this device that isn't sent. */
    readonly hasUnsentEdit: boolean,
    /** How many of its pictures are uploaded, while it waits. */
    readonly uploaded?: number,
}

export interface ShownDashboard {
    readonly sections: readonly { readonly group: Group, readonly rooms: readonly ShownRoom[], readonly nextEpisode?: NextEpisode }[];
    /** Whether there are more active rooms than it shows. */
    readonly truncated: boolean;
    /** When the server said so. */
    readonly at: Date;
}

export interface ReplicaModule {
    /** Calls the listener, once for many changes, after any of the topics has changed. */
    subscribe(topics: readonly Topic[], listener: (changed: ReadonlySet<Topic>) => void): Stop;
    /** Says that the first screen's own request has been answered, so that the full fetch may begin. */
    noteFirstShown(): void;
    /** Whether a full fetch has ended: an empty list means that there is nothing. */
    isWhole(): boolean;
    /** When the copy was last known to be up to date; `undefined` before the first answer. */
    asOf(): Date | undefined;
    /** The present time by the server's clock. */
    now(): number;

    me(): Me | undefined;
    /** Whether I am an admin or owner. */
    runsCommunity(): boolean;
    rooms(): readonly ShownRoom[];
    /** `undefined`: there is no such room, or it isn't here yet (`loadRoom` finds out). */
    room(id: string): ShownRoom | undefined;
    /** Reads a room that the replica doesn't have. Throws `not_found`, `offline`. */
    loadRoom(id: string): Promise<ShownRoom | undefined>;
    /** `undefined` until the first answer. On a first visit it is `GET /dashboard`'s; later it is worked out offline too. */
    dashboard(): ShownDashboard | undefined;
    /** Comes with the first answer to the first tab's request; throws its Problem if nothing is kept. */
    loadDashboard(): Promise<ShownDashboard | undefined>;

    friends(): FriendList | undefined;
    blocks(): readonly UserStub[] | undefined;
    mutes(): Mutes | undefined;
    roomRequests(): RoomRequests | undefined;
    notifications(): NotificationPreferences | undefined;
    /** A person's newest name, colour and picture, and what they are called. */
    person<P extends UserStub>(stub: P): P & Called;
    people(): ReadonlyMap<string, UserStub>;

    /** Asks for changes now, such as after a direct write, so that its effect shows at once. Resolves when it does. */
    refresh(): Promise<void>;
}

/** The comments of open rooms. Only the room's screen imports it. */
export interface CommentsModule {
    /**
     * Opens a room: its comments come from disk, and what is missing from its list. While it is open, `comments(id)` answers
     * at once and `comments:ID` announces changes. Throws only where nothing can be shown. Close it when the page is left.
     */
    openRoom(id: string): Promise<void>;
    closeRoom(id: string): void;
    /** By number, pending ones last. Empty unless the room is open. */
    comments(roomID: string): readonly ShownComment[];
    /** Whether all comments of an open room are here, so that one that isn't is deleted. */
    isWhole(roomID: string): boolean;
}

export interface KeptProblem {
    readonly status: number, readonly code: string, readonly detail: string, readonly requestID?: string,
    /** The name of the picture that was refused. */
    readonly picture?: string,
}

/** Something that wasn't sent and waits for its author's decision, on the page "Not sent". */
export interface NotSent {
    /** A write's number, `draft:PLACE` or `play:ID`, for `retry` and `discard`. */
    readonly id: number | string,
    readonly kind: PendingWrite["kind"] | "draft" | "moves",
    /** The words. */
    readonly text: string,
    /** Of the room or assignment, if it is known. */
    readonly title: string | undefined,
    readonly placeID: string,
    readonly isPlaceGone: boolean,
    /** Whether sending it again can help. */
    readonly canRetry: boolean,
    readonly writtenAt: string | undefined,
    readonly problem?: KeptProblem,
    /** The pictures that were chosen for it. */
    readonly pictures?: readonly ShownPicture[],
}

export interface PendingWrite {
    /** Grows in the order of writing. */
    readonly id: number,
    readonly kind: "comment" | "watched" | "unwatched" | "read" | "position" | "reaction",
    readonly roomID: string,
    readonly comment?: NewComment & { id: string },
    /** The pictures of a comment, which are uploaded before it is sent. */
    readonly pictures?: readonly ChosenPicture[],
    readonly position?: { seconds: number, running: boolean },
    readonly reaction?: { commentID: string, emoji: string, on: boolean },
    readonly writtenAt: string,
    readonly problem?: KeptProblem,
}

/** Writes that work offline. Each resolves once it is on disk; it is shown by then. */
export interface OutboxModule {
    /** The new comment's id. It is shown as the server will: without the timestamp at its head, unless `literal`. */
    addComment(
        roomID: string, comment: CommentContent,
        /** The place of the draft that it was: the draft goes in the same transaction. */ options?: { draft?: string },
    ): Promise<string>;
    /**
     * The outbox shows and sends the mark only after `holdFor` seconds, and `unmarkWatched` takes it back until then. The mark counts
     * if the page goes before.
     */
    markWatched(roomID: string, options?: { holdFor?: number }): Promise<void>;
    unmarkWatched(roomID: string): Promise<void>;
    /** Moves the read marker, never back. It is sent after 2 s, and when the page is hidden. */
    markRead(roomID: string, comment: { id: string, number: number }): Promise<void>;
    /** Sets where I am. `at` is when I was there, in milliseconds by the server's clock. It is sent as it has advanced by then. */
    setPosition(roomID: string, position: { seconds: number, running: boolean }, at: number): Promise<void>;
    /** Adds or takes back my reaction. */
    react(roomID: string, reaction: { commentID: string, emoji: string, on: boolean }): Promise<void>;
    /** Changes a waiting or refused comment. False if it may have arrived already: edit it by `editComment` then. */
    changeComment(id: string, change: CommentChange): Promise<boolean>;
    /** Takes a waiting comment out. False if it may have arrived already. */
    removeComment(id: string): Promise<boolean>;
    /** Everything that wasn't sent and waits for its author's decision. Topic `writes`. */
    notSent(): NotSent[];
    /** Sends a refused write again, a comment with changes. False if it isn't refused any more. */
    retry(writeID: number | string, change?: CommentChange): Promise<boolean>;
    /** Throws away something of `notSent`. */
    discard(writeID: number | string): Promise<void>;
    /** All that waits or was refused. */
    writes(): readonly PendingWrite[];
    /** The number that the bar and `data-outbox` show: comments, watched marks and reactions. */
    unsent(): number;
    /** Sends at once what is due, without regard to the back-off. */
    flush(): Promise<void>;
}

export interface LiveModule {
    /** `waiting`: a long poll is open, in this tab or another. `polling`: every 15 s. `off`: no answer, or the page is hidden. */
    state(): "waiting" | "polling" | "off";
    /** Whether the last request got no answer: show "Offline. What you write is kept here." */
    isOffline(): boolean;
    /** Whether something between here and the server has answered in its place for a minute. */
    isIntercepted(): boolean;
    readonly status: { readonly state: "waiting" | "polling" | "off", readonly isOffline: boolean, readonly isIntercepted: boolean };
    /** The number for title and badge (rule 9.9), worked out from the replica. client.js sets the app's badge, and
     *  `data-live` and `data-outbox` of `<html>`; the frame writes the title. Topic `badge`. */
    badge(): number;
}

/** The answer of a GET that isn't in the feed, kept with its tag, and how old it is. */
export interface ShownAnswer<T> {
    /** `undefined` while it loads for the first time, or if that failed. */
    readonly answer: T | undefined,
    /** When the server last gave or confirmed it. */
    readonly at: Date | undefined,
    /** `loading`: nothing yet. `stale`: kept, being fetched anew. `ready`: the server's now. `error`: see `problem`; what was kept stays. */
    readonly state: "loading" | "stale" | "ready" | "error",
    readonly problem?: Problem,
}

export interface AnswersModule {
    /**
     * Shows an answer: first the kept one, if any, then the server's, each by a call of the listener.
     * After 429, 503 or no answer it goes on by itself.
     */
    watch<O extends keyof Operations>(operation: O, options: CallOptions<O>, listener: (shown: ShownAnswer<Operations[O]["answer"]>) => void):
        { stop: Stop, /** Asks anew. */ again(): Promise<void> };
    /** The same once: the server's, or the kept one if the server can't be reached. */
    read<O extends keyof Operations>(operation: O, options?: CallOptions<O>): Promise<{ answer: Operations[O]["answer"], at: Date, stale: boolean }>;
    /** Forgets the kept answers of an operation, after a write that changes them. */
    forget(...operations: (keyof Operations)[]): Promise<void>;
}

/** The kinds of this client's forms that keep words. `davenport/outbox/places.js` has what each needs to open. */
export type DraftKind = "room" | "rewatch" | "edit" | "subtitles" | "assignment" | "message" | "mark" | "extension" | "task" | "own"
    | "teacher" | "report" | "report-room" | "report-comment" | "report-note" | "report-decision" | "member" | "handover" | "filter" | "tenant"
    | "challenge" | "profile" | "email" | "notifications" | "feedback" | "friend" | "mutes" | "invite" | "calendar" | "player" | "bot";
/** Where a form keeps its words: its kind, and what it belongs to. */
export type DraftPlace = DraftKind | `${DraftKind}:${string}`;
/**
 * Where no words are kept: what was read last in a room, where one was before watching along, the emoji that were used last, and the
 * bytes of a picture that was chosen, as `{ at, file }`.
 */
export type WordlessPlace = `left:${string}` | `position:${string}` | "recent:emoji" | `picture:${string}`;

/**
 * Drafts by place, such as `room:ID`: any JSON, with the words as `text`, the pictures that were chosen as `pictures`
 * (`ChosenPicture`), and the time of the last key as `at`. Topic `draft:PLACE`: another tab changed it.
 */
export interface DraftsModule {
    /** `undefined` if there is none. */
    load<T>(place: DraftPlace | WordlessPlace): Promise<T | undefined>;
    /** Stores it 300 ms after the last call, and when the page is hidden. `undefined` removes it at once. */
    save(place: DraftPlace | WordlessPlace, draft: unknown): void;
    /** Stores what waits. */
    flush(): Promise<void>;
    /** The drafts with a `text` or pictures in them. Signing out counts them. */
    withWords(): readonly {
        readonly place: string, readonly text: string, readonly writtenAt: string | undefined, readonly pictures: readonly ShownPicture[],
    }[];
}

export interface TimestampModule {
    /** Splits a timestamp from the head of a comment: `cut("15:43 x")` is `{seconds: 943, content: "x"}`. */
    cut(content: string): { seconds: number, content: string } | undefined;
    /** `943` is `15:43`, `3723` is `1:02:03`. */
    text(seconds: number): string;
    /** Parses a timestamp alone. */
    seconds(text: string): number | undefined;
}

export interface MutesModule {
    folds(mutes: Mutes, text: string, authorID: string | undefined, blocked?: ReadonlySet<string>): boolean;
}

export interface PositionModule {
    /** The second at which a position of this age is. */
    second(position: { seconds: number, running: boolean }, age: number): number;
    isRunning(position: { running: boolean }, age: number): boolean;
    /** The age of a position whose own age counts from 1970. `now` is in milliseconds by the server's clock. */
    age(kept: { age: number }, now: number): number;
}

export interface GateModule {
    /** Whether a comment is hidden from a member of its room. */
    hides(comment: { seconds: number, author?: { id: string } }, reader: {
        userID: string, second: number | undefined, memberIDs: ReadonlySet<string>, watchedIDs: ReadonlySet<string>,
    }): boolean;
}
