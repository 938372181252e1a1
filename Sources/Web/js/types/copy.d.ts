// What the modules of storage, replica and outbox share.
import type { KeptProblem, PendingWrite } from "./app.js";
import type {
    AssignmentChanges, Comment, CommentChanges, DashboardOutline, FriendList, Me, Mutes, NotificationPreferences, Room,
    RoomRequests, UserStub, UserStubItems,
} from "./wire.js";

export as namespace Copy;

/** The progress of the copy, written with each page in the same transaction. */
export interface State {
    /** The cursor of the next page; missing to fetch everything. */
    readonly cursor?: string;
    /** The number of the current or last pass. Each item has the number of the pass that sent it last. */
    readonly pass: number;
    readonly isPaging: boolean;
    /** Whether the current pass fetches everything, so that what it doesn't contain is deleted. */
    readonly isFull: boolean;
    /** Whether a full pass has ended. */
    readonly isWhole: boolean;
    /** The outbox's answers that were counted when the current pass began, and when the last ended pass began. */
    readonly begunAfter: number;
    readonly endedAfter: number;
    /** The time by which the server's clock is ahead of the device's, in milliseconds. */
    readonly skew: number;
    /** When a pass ended last, by the device's clock. */
    readonly at?: number;
    /** Grows with each transaction. */
    readonly revision: number;
    /** Rooms and assignments that got comments or entries in this pass without being complete. */
    readonly partial: readonly string[];
}

/** An item in the database. Comments and entries have their room or assignment as `parent`. */
export interface Item<Body> {
    readonly collection: Collection;
    readonly id: string;
    readonly parent?: string;
    readonly pass: number;
    /** The pass since which all comments or entries are here; 0 if they aren't. */
    readonly complete?: number;
    /** When a room was opened last. */
    readonly openedAt?: number;
    readonly body: Body;
}
export type Collection = "rooms" | "comments" | "people" | "assignments" | "entries" | "challenges" | "plays";

export interface Documents {
    me?: Me;
    friends?: FriendList;
    blocks?: UserStubItems;
    mutes?: Mutes;
    notifications?: Omit<NotificationPreferences, "mutedRooms">;
    dashboard?: DashboardOutline;
    /** What people are called, by id. It isn't of the feed: `names.js` reads it. */
    names?: Record<string, string>;
    roomRequests?: RoomRequests;
}

/** What a transaction changed. It goes to the other tabs as it is. */
export interface Effect {
    readonly state: State;
    readonly rooms: readonly Item<Room>[];
    readonly removedRooms: readonly string[];
    readonly documents: Documents;
    readonly people: readonly UserStub[];
    readonly comments?: CommentChanges;
    readonly assignments?: AssignmentChanges;
    /** The rooms whose comments are to be read from disk again. */
    readonly reread: readonly string[];
    /** The collections besides rooms and comments that have changed. */
    readonly collections: readonly Collection[];
    /** Whether more has changed than the tables and rooms named here, so that the tab reads the whole copy again. */
    readonly reloads: boolean;
}

/** A write in the outbox. */
export interface Entry extends PendingWrite {
    /** The number of times that it was sent. One that was sent may have arrived, and is never altered. */
    readonly attempts: number;
    /** The pause after the last attempt, in milliseconds. */
    readonly putOff?: number;
    /** When it may be sent, in the device's milliseconds. */
    readonly due: number;
    /** The comment that a read marker stands at, and what it leaves unread. */
    readonly mark?: { commentID: string, number: number, unreadCount: number };
    /** The number of its answer among the outbox's answers. */
    readonly answered?: number;
    /** The comment as the server created it. */
    readonly answer?: Comment;
    readonly problem?: KeptProblem;
    /** The number of uploads of its pictures in a row that failed. */
    readonly failedUploads?: number;
    /** Whether its pictures were uploaded again, because the server had them no longer. */
    readonly isRenewed?: boolean;
    /** Until when, in the device's milliseconds, it can be undone: until then it is neither shown nor sent. */
    readonly heldUntil?: number;
}

/** An open room's comments in memory. */
export interface OpenRoom {
    /** The number of screens that have it open. */
    count: number;
    /** The stored ones by id. */
    stored: Map<string, Comment>;
    /** Those of the room's list, while the stored ones aren't complete. */
    listed: Map<string, Comment> | undefined;
    /** Takes over what a transaction has changed. Fulfilled with whether its comments may be others now. */
    take(effect: Effect): Promise<boolean>;
    /** Reads the stored comments. */
    reread(): Promise<void>;
}

export type Memory = import("../davenport/copy/person-copy.js").PersonCopy;

/** The stores of a database by name. Without a key path the key is given with each value. */
export type Shape = Record<string, StoreShape>;
export interface StoreShape {
    keyPath?: string | string[];
    autoIncrement?: boolean;
    indexes?: Record<string, string[]>;
    /**
     * What the person wrote in a row, which the server may not have. On a full disk a row goes whose words have changed, and one
     * that was removed. Without it rows stay.
     */
    words?: (row: any) => unknown;
}
/** A key, or the keys from one until before another. */
export type Keys = IDBValidKey | { from: IDBValidKey, to: IDBValidKey };

/** The stores of a running transaction. Between its calls a body awaits nothing else, since the transaction would end. */
export interface Stores {
    get(store: string, key: IDBValidKey): Promise<any>;
    all(store: string, keys?: Keys, index?: string): Promise<any[]>;
    keys(store: string): Promise<IDBValidKey[]>;
    put(store: string, value: unknown, key?: IDBValidKey): Promise<IDBValidKey>;
    remove(store: string, keys: Keys): Promise<void>;
    removeAll(store: string, keys: Keys, index: string): Promise<void>;
    clear(store: string): Promise<void>;
    /** Ends it without waiting for its answers, so that it outlives the page. */
    commit(): void;
}

export interface Database {
    /** Whether what is written outlasts the page. */
    readonly isPersistent: boolean;
    transaction<T>(names: string[], mode: "readonly" | "readwrite", body: (stores: Stores) => Promise<T>): Promise<T>;
    close(): void;
    /** Empties stores, on disk too where memory has taken over. */
    clear(names: string[]): Promise<void>;
    erase(): Promise<void>;
}
