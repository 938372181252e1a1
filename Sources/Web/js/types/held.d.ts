// Holds the modules to app.d.ts: this file has errors wherever a module lacks an export or has another signature.
import type * as app from "./app.js";

type Module = {
    answers: typeof import("../davenport/answers.js"), api: typeof import("../davenport/api.js"),
    comments: typeof import("../davenport/comments.js"), drafts: typeof import("../davenport/drafts.js"), gate: typeof import("../davenport/rules/gate.js"),
    live: typeof import("../davenport/live.js"), position: typeof import("../davenport/rules/position.js"),
    mutes: typeof import("../davenport/rules/mutes.js"), outbox: typeof import("../davenport/outbox.js"), replica: typeof import("../davenport/replica.js"),
    session: typeof import("../davenport/session.js"), signing: typeof import("../davenport/signing.js"), timestamp: typeof import("../davenport/rules/timestamp.js"),
};

type Held<Promised, Given extends Promised> = Given;

export type Modules = [
    Held<app.AnswersModule, Module["answers"]>, Held<app.ApiModule, Module["api"]>,
    Held<app.CommentsModule, Module["comments"]>, Held<app.DraftsModule, Module["drafts"]>, Held<app.LiveModule, Module["live"]>,
    Held<app.GateModule, Module["gate"]>, Held<app.PositionModule, Module["position"]>,
    Held<app.MutesModule, Module["mutes"]>, Held<app.OutboxModule, Module["outbox"]>, Held<app.ReplicaModule, Module["replica"]>,
    Held<app.SessionModule, Module["session"]>, Held<app.SigningModule, Module["signing"]>, Held<app.TimestampModule, Module["timestamp"]>,
];
