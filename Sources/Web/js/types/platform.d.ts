// What browsers from spring 2024 on have and TypeScript 4.8 doesn't know.

interface Navigator {
    /** Safari on iPhones and iPads: whether the page runs from the Home Screen. */
    readonly standalone?: boolean;
    setAppBadge?(count?: number): Promise<void>;
    clearAppBadge?(): Promise<void>;
    readonly wakeLock?: { request(type: "screen"): Promise<{ release(): Promise<void>, readonly released: boolean } & EventTarget> };
}

interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
}

interface Document {
    startViewTransition?(update: () => void | Promise<void>): { readonly ready: Promise<void>, readonly updateCallbackDone: Promise<void> };
}

interface HTMLElement {
    popover: "auto" | "manual" | null;
    showPopover(): void;
    hidePopover(): void;
    togglePopover(force?: boolean): boolean;
}

interface HTMLButtonElement {
    popoverTargetElement: Element | null;
    popoverTargetAction: "show" | "hide" | "toggle";
}

interface ToggleEvent extends Event {
    readonly newState: "open" | "closed";
    readonly oldState: "open" | "closed";
}

declare var ToggleEvent: { prototype: ToggleEvent, new(type: string): ToggleEvent };

interface TrustedScriptURL { toString(): string }

interface Window {
    readonly trustedTypes?: {
        createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): TrustedScriptURL };
    };
}

interface ServiceWorkerContainer {
    register(url: TrustedScriptURL, options?: RegistrationOptions): Promise<ServiceWorkerRegistration>;
}

interface Array<T> {
    findLast(test: (item: T, index: number) => unknown): T | undefined;
    findLastIndex(test: (item: T, index: number) => unknown): number;
    toSorted(compare?: (a: T, b: T) => number): T[];
    toReversed(): T[];
}

interface ReadonlyArray<T> {
    findLast(test: (item: T, index: number) => unknown): T | undefined;
    findLastIndex(test: (item: T, index: number) => unknown): number;
    toSorted(compare?: (a: T, b: T) => number): T[];
    toReversed(): T[];
}

interface MapConstructor {
    groupBy<K, T>(items: Iterable<T>, key: (item: T, index: number) => K): Map<K, T[]>;
}

interface PromiseWithResolvers<T = unknown> {
    promise: Promise<T>;
    resolve: (value?: T | PromiseLike<T>) => void;
    reject: (reason?: unknown) => void;
}

interface PromiseConstructor {
    withResolvers<T = unknown>(): PromiseWithResolvers<T>;
}

/** `AbortSignal` with the functions that its declaration lacks. */
interface AbortSignalFunctions {
    any(signals: AbortSignal[]): AbortSignal;
    timeout(milliseconds: number): AbortSignal;
}
