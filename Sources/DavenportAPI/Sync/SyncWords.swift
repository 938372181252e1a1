extension Words {
    static let sync: Words = [
        "since": .init(
            meaning: "The `next` of the answer before; `now` to be told nothing but where to go on; everything is told without.",
            example: "AgAZ3x0"),
        "wait": .init(meaning: "For how many seconds to wait where nothing has changed."),
        "now": .init(meaning: "The server's time."),
        "Changes.next": .init(meaning: "To be sent as `since` the next time, also where nothing has changed. Opaque.", example: "AgAZ3x0"),
        "more": .init(meaning: "Whether there is more by now: ask again at once."),
        "Changes.rooms": .init(meaning: "Rooms to be put in the place of those of the same ids, and ids of rooms to be taken away."),
        "Changes.comments": .init(meaning: "The same of comments. To be applied after the rooms."),
        "Changes.assignments": .init(
            meaning: "Assignments, as lists have them, to be put in the place of those of the same ids, and ids of those to be taken away."),
        "Changes.entries": .init(meaning: "The same of what was done to them. To be applied after the assignments."),
        "Changes.challenges": .init(meaning: "The same of challenges, without what others make of them."),
        "Changes.plays": .init(meaning: "The same of one's own plays. To be applied after the challenges."),
        "ChallengeOutline.kind": .init(meaning: "Two a day for every member, or somebody's own.", example: "own"),
        "ChallengeOutline.day": .init(meaning: "Of a daily one: a date by the community's day zone.", example: "2026-11-22"),
        "ChallengeOutline.code": .init(meaning: "Of an own one: whoever has it can come in.", example: "7TZ8CBM5"),
        "ChallengeOutline.endsAt": .init(meaning: "From then on nobody can start it."),
        "PlayOutline.endsAt": .init(meaning: "Three minutes after its start, or the challenge's end. No move may be made after it."),
        "PlayOutline.closesAt": .init(meaning: "15 seconds after that: from then on it is over, whether that has been told or not."),
        "PlayOutline.over": .init(meaning: "Whether it is finished, or its time has been over for 15 seconds."),
        "PlayOutline.overAt": .init(meaning: "When it was finished, or its end."),
        "PlayOutline.letters": .init(meaning: "One for each face, by number; `q` is read *qu*."),
        "PlayOutline.struck": .init(meaning: "True for a play that counts nowhere any more.", example: true),
        "Changes.me": .init(meaning: "As `GET /me` answers it, where it differs from what was told last."),
        "Changes.friends": .init(meaning: "As `GET /friends` answers it, where it differs from what was told last."),
        "Changes.blocks": .init(meaning: "As `GET /blocks` answers it, where it differs from what was told last."),
        "Changes.mutes": .init(meaning: "As `GET /me/mutes` answers it, where it differs from what was told last."),
        "Changes.notifications": .init(
            meaning: "As `GET /me/notifications` answers it, without what is muted one by one, where it differs from what was told last."),
        "Changes.dashboard": .init(meaning: "What is on the dashboard, in its order, where it differs from what was told last."),
    ]
}
