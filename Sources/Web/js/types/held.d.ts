// Holds the modules to app.d.ts: this file has errors wherever a module lacks an export or has another signature.
import type * as app from "./app.js";

type Module = {
    answers: typeof import("../answers.js"), api: typeof import("../api.js"),
    comments: typeof import("../comments.js"), drafts: typeof import("../drafts.js"), gate: typeof import("../pure/gate.js"),
    live: typeof import("../live.js"), position: typeof import("../pure/position.js"),
    mutes: typeof import("../pure/mutes.js"), outbox: typeof import("../outbox.js"), replica: typeof import("../replica.js"),
    session: typeof import("../session.js"), signing: typeof import("../signing.js"), timestamp: typeof import("../pure/timestamp.js"),
};

type Held<Promised, Given extends Promised> = Given;

export type Modules = [
    Held<app.AnswersModule, Module["answers"]>, Held<app.ApiModule, Module["api"]>,
    Held<app.CommentsModule, Module["comments"]>, Held<app.DraftsModule, Module["drafts"]>, Held<app.LiveModule, Module["live"]>,
    Held<app.GateModule, Module["gate"]>, Held<app.PositionModule, Module["position"]>,
    Held<app.MutesModule, Module["mutes"]>, Held<app.OutboxModule, Module["outbox"]>, Held<app.ReplicaModule, Module["replica"]>,
    Held<app.SessionModule, Module["session"]>, Held<app.SigningModule, Module["signing"]>, Held<app.TimestampModule, Module["timestamp"]>,
];
