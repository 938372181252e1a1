extension Words {
    static let sync: Words = [
        "since": .init(
            meaning: "The `next` of the previous answer, or `now` for no data but the current cursor. Omit it for everything.",
            example: "AgAZ3x0"),
        "wait": .init(meaning: "The number of seconds to long-poll if nothing changed."),
        "now": .init(meaning: "The server's time."),
        "Changes.next": .init(meaning: "An opaque cursor to send as `since` next time, even if nothing changed.", example: "AgAZ3x0"),
        "more": .init(meaning: "Whether more changes exist already. If true, ask again at once."),
        "Changes.rooms": .init(meaning: "Rooms to insert or replace by id, and ids of rooms to remove."),
        "Changes.comments": .init(meaning: "Comments to insert, replace or remove. Apply them after the rooms."),
        "Changes.assignments": .init(
            meaning: "Assignments to insert or replace by id, as lists contain them, and ids of assignments to remove."),
        "Changes.entries": .init(meaning: "Entries to insert, replace or remove. Apply them after the assignments."),
        "Changes.challenges": .init(meaning: "Challenges to insert, replace or remove, without other people's plays."),
        "Changes.plays": .init(meaning: "Your own plays to insert, replace or remove. Apply them after the challenges."),
        "ChallengeOutline.kind": .init(meaning: "Whether it is a daily challenge (two a day) or a member's own.", example: "own"),
        "ChallengeOutline.day": .init(meaning: "The date of a daily challenge in the community's day zone.", example: "2026-11-22"),
        "ChallengeOutline.code": .init(meaning: "The code of a member's own challenge. Anybody who has it can join.", example: "7TZ8CBM5"),
        "ChallengeOutline.endsAt": .init(meaning: "The time from which nobody can start it."),
        "PlayOutline.endsAt": .init(meaning: "Three minutes after the start, or the challenge's end. A later move is refused."),
        "PlayOutline.closesAt": .init(meaning: "15 seconds after `endsAt`. From then on the play is over, even if no change announced it."),
        "PlayOutline.over": .init(meaning: "Whether it was finished, or its time ended at least 15 seconds ago."),
        "PlayOutline.overAt": .init(meaning: "The time at which it was finished or ran out."),
        "PlayOutline.letters": .init(meaning: "One letter for each face, by face number; `q` is read *qu*."),
        "PlayOutline.struck": .init(meaning: "True for a play that no longer counts anywhere.", example: true),
        "Changes.me": .init(meaning: "The answer of `GET /me`, if it differs from the last version sent."),
        "Changes.friends": .init(meaning: "The answer of `GET /friends`, if it differs from the last version sent."),
        "Changes.blocks": .init(meaning: "The answer of `GET /blocks`, if it differs from the last version sent."),
        "Changes.mutes": .init(meaning: "The answer of `GET /me/mutes`, if it differs from the last version sent."),
        "Changes.notifications": .init(
            meaning: "The answer of `GET /me/notifications` without individually muted things, if it differs from the last version sent."),
        "Changes.dashboard": .init(meaning: "The dashboard's content in its order, if it differs from the last version sent."),
    ]
}
