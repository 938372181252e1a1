// What the library needs from where it runs: a page of a browser (js/browser-platform.js), or a test.

/** A timer of `setTimeout`. */
export type Timer = unknown;

export interface Platform {
    /** Sends a request, as the browser's `fetch` does. Addresses begin with `/v1`. */
    fetch(address: string, options: RequestInit): Promise<Response>;
    /** Sends a file with PUT, and says how much of it has been sent. Fails as `fetch` does. */
    upload(address: string, file: Blob, headers: Record<string, string>, signal: AbortSignal, onProgress: (part: number) => void): Promise<Response>;

    /** The device's clock in milliseconds since 1970. People and systems set it. */
    now(): number;
    /** Milliseconds since some moment of this page, which setting the clock doesn't change. */
    uptime(): number;
    setTimeout(callback: () => void, milliseconds: number): Timer;
    clearTimeout(timer: Timer | undefined): void;

    /** Unpredictable bytes. */
    randomBytes(count: number): Uint8Array;
    /** The SHA-256 of bytes. Undefined where there is none, as in pages without https:. */
    readonly sha256?: ((bytes: ArrayBuffer) => Promise<ArrayBuffer>) | undefined;
    /** A number from 0 to below 1, to spread retries. */
    random(): number;

    /** Missing where the browser has none or refuses it: everything is then kept in memory. */
    readonly indexedDB: IDBFactory | undefined;
    readonly keyRange: typeof IDBKeyRange | undefined;
    readonly locks: LockManager | undefined;
    readonly caches: CacheStorage | undefined;
    /** A channel to the other tabs. */
    channel(name: string): Channel | undefined;

    /** Whether the page is seen. */
    isVisible(): boolean;
    /** Calls the listeners whenever something happens to the page. May be called several times. */
    onEvents(listeners: Partial<Record<PageEvent, () => void>>): void;
    /** Asks the browser to keep what is stored when it needs room. */
    persist(): void;
    /** Asks the browser to wake the service worker once there is a network. */
    registerSync(): void;
    /** Removes the service worker. */
    removeWorkers(): Promise<void>;
    /** Takes an error that nobody waits for. */
    report(error: unknown): void;
    /** A name such as "Firefox on Linux" for the list of sessions. */
    readonly deviceName: string;
}

/** `visible` and `hidden`: the page comes into view or goes. `pagehide`: it may end. `online`: there is a network. `sync`: the worker asks to send. */
export type PageEvent = "visible" | "hidden" | "pagehide" | "online" | "sync";

/** The part of a BroadcastChannel that is used. */
export interface Channel {
    postMessage(message: unknown): void;
    addEventListener(type: "message", listener: (event: { data: any }) => void): void;
    close(): void;
}

/** What notifications need besides. */
export interface PushPlatform {
    /** Whether notifications may be shown; `homeScreen` where only web apps on the Home Screen may. */
    permission(): "granted" | "denied" | "default" | "unsupported" | "homeScreen";
    requestPermission(): Promise<"granted" | "denied" | "default">;
    /** The subscription with this key, made anew if there is none or another key's. */
    subscribe(key: string): Promise<{ endpoint: string, keys: { p256dh: string, auth: string }, expirationTime?: number | null }>;
    unsubscribe(): Promise<void>;
}

/** Why the browser gives no credential. `cancelled`: the person closed its dialog or let the time pass, or it was ended. `exists`: the device has one. */
export type NoCredential = "cancelled" | "exists" | "unusable";

/** What passkeys need besides: the browser's dialogs. Options and credentials are JSON as WebAuthn Level 3 has it. */
export interface PasskeyPlatform {
    /** Makes a passkey. */
    create(options: object, signal: AbortSignal): Promise<PasskeyRegistration | NoCredential>;
    /** Signs a challenge with a passkey. With `isConditional`, the browser offers passkeys at the page's own field, and shows nothing else. */
    get(options: object, how: { signal: AbortSignal, isConditional?: boolean }): Promise<PasskeyAssertion | NoCredential>;
    /** Whether the browser can do so at a field. */
    offers(): Promise<boolean>;
}

/** What the browser has made. */
export type PasskeyRegistration = import("../types/wire.js").Operations["addPasskey"]["body"];
/** What a passkey has signed. */
export type PasskeyAssertion = import("../types/wire.js").Operations["logInWithPasskey"]["body"]["credential"];
