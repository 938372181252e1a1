// Holds the library to app.d.ts: this file has errors wherever a part lacks a method or has another signature.
import type * as app from "./app.js";

type Held<Promised, Given extends Promised> = Given;

export type Parts = [
    Held<app.AnswersModule, import("../davenport/answers.js").Answers>, Held<app.ApiModule, typeof import("../client.js")>,
    Held<app.CommentsModule, import("../davenport/room/comments.js").Comments>, Held<app.DraftsModule, import("../davenport/drafts.js").Drafts>,
    Held<app.LiveModule, import("../davenport/live.js").Live>, Held<app.GateModule, typeof import("../davenport/rules/gate.js")>,
    Held<app.PositionModule, typeof import("../davenport/rules/position.js")>, Held<app.MutesModule, typeof import("../davenport/rules/mutes.js")>,
    Held<app.OutboxModule, import("../davenport/outbox.js").Outbox>, Held<app.ReplicaModule, import("../davenport/replica.js").Replica>,
    Held<app.SessionModule, import("../davenport/session.js").Session>, Held<app.SigningModule, import("../davenport/davenport.js").Signing>,
    Held<app.TimestampModule, typeof import("../davenport/rules/timestamp.js")>,
];
