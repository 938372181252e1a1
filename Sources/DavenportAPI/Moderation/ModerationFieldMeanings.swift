extension FieldMeanings {
    static let moderation: FieldMeanings = [
        "reportID": .init(meaning: "A report of this community.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bede"),
        "NewReport.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "NewReport.commentID": .init(meaning: "The reported comment; this, `userID` or `roomID`."),
        "NewReport.userID": .init(meaning: "The reported person."),
        "NewReport.roomID": .init(meaning: "The reported room."),
        "NewReport.commentIDs": .init(meaning: "Comments that you see, as evidence against a person, or against a room that they are in."),
        "Report.commentID": .init(meaning: "The reported comment; absent if the report is about a person or a room."),
        "Report.roomID": .init(meaning: "The reported room; absent if the report is about a comment or a person."),
        "Report.person": .init(
            meaning: "The comment's author, the room's host when it was reported, or the person; absent if the account is deleted."),
        "NewReport.reason": .init(meaning: "Why it was reported.", example: "spoiler"),
        "Report.reason": .init(meaning: "Why it was reported.", example: "spoiler"),
        "OtherReport.reason": .init(meaning: "Why it was reported.", example: "spoiler"),
        "Warning.reason": .init(meaning: "Why it was reported.", example: "spoiler"),
        "NewReport.note": .init(meaning: "The reporter's words.", example: "They tell the ending every week"),
        "Report.note": .init(meaning: "The reporter's words.", example: "They tell the ending every week"),
        "OtherReport.note": .init(meaning: "The reporter's words.", example: "They tell the ending every week"),
        "Report.evidence": .init(meaning: "What was copied with the report. Later edits and deletions don't change it."),
        "Report.reporter": .init(meaning: "Who reported; absent if the filter did, or the account is deleted."),
        "OtherReport.reporter": .init(meaning: "Who reported; absent if the filter did, or the account is deleted."),
        "Report.actBy": .init(meaning: "The time by which a decision is due, 24 hours after the first open report of the same thing."),
        "Report.overdue": .init(meaning: "Whether the report is open although `actBy` has passed."),
        "Report.state": .init(meaning: "Whether the report waits for a decision."),
        "Report.others": .init(meaning: "Further open reports of the same thing, which are decided together with this one; at most 50."),
        "Report.earlier": .init(meaning: "What was decided about the same person before."),
        "EarlierReports.reports": .init(meaning: "The number of earlier decisions on reports about the person.", example: 2),
        "EarlierReports.upheld": .init(meaning: "The number of those decisions that did more than dismiss.", example: 1),
        "Report.notes": .init(meaning: "The notes of those who decide, oldest first."),
        "ReportNote.author": .init(meaning: "The author; absent if the account is deleted."),
        "ReportNote.text": .init(example: "I have talked to them"),
        "NewReportNote.text": .init(meaning: "The note, which can't be changed later.", example: "I have talked to them"),
        "Report.resolution": .init(meaning: "The decision; absent while the report is open."),
        "ReportDecision.actions": .init(meaning: "`dismiss` alone, or some of `delete`, `warn` and `suspend`."),
        "ReportResolution.actions": .init(meaning: "What the decision did; `gone` if the person's account was deleted before it."),
        "ReportResolution.text": .init(meaning: "The words of the warning.", example: "Please keep the endings to yourself"),
        "ReportDecision.text": .init(
            meaning: "The words of the warning. They require `warn`.", example: "Please keep the endings to yourself"),
        "ReportDecision.until": .init(
            meaning: "The end of the suspension, 1 hour to 365 days from now; without it, the suspension has no end."),
        "ReportResolution.by": .init(meaning: "Who decided; absent if an operator did, or the account is deleted."),
        "ReportEvidence.roomTitle": .init(meaning: "The title of the reported room.", example: "Severance S01E03"),
        "ReportEvidence.username": .init(meaning: "The username of the reported person."),
        "ReportedComment.username": .init(meaning: "The author's username when the comment was reported."),
        "ReportedComment.content": .init(
            meaning: "The comment's text; absent once it is erased, 90 days after the decision.", example: "He is the brother!"),
        "ReportedComment.quote": .init(meaning: "The quoted lines of the subtitles.", example: "Please try to enjoy each fact equally."),
        "ReportedComment.pictures": .init(
            meaning: "The comment's pictures, which those who decide download as files; absent if there are none, or once they are erased."),
        "alternative": .init(
            meaning: "What the picture shows, for those who can't see it; absent if its author said nothing.",
            example: "Mark stands at the end of a white hallway."),
        "AttachedPicture.id": .init(meaning: "The picture's file.", example: "01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"),
        "AttachedPicture.type": .init(meaning: "The media type. Only a GIF may move.", example: "image/jpeg"),
        "AttachedPicture.size": .init(meaning: "The size in bytes.", example: 182_340),
        "AttachedPicture.width": .init(meaning: "The width in pixels, as it is shown.", example: 1280),
        "AttachedPicture.height": .init(meaning: "The height in pixels, as it is shown.", example: 720),
        "ReportedComment.number": .init(meaning: "The comment's number in its room.", example: 12),
        "ReportedComment.seconds": .init(meaning: "The comment's second of the timeline.", example: 943),
        "ReportedComment.authorID": .init(meaning: "The comment's author.", example: "01a1fcfb-1122-7385-aa0f-60ec636e3f78"),
        "warningID": .init(meaning: "One of your warnings.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedf"),
        "Warning.kind": .init(meaning: "`warned`, or `deleted` if something of yours was deleted.", example: "warned"),
        "Warning.text": .init(meaning: "The words of the warning.", example: "Please keep the endings to yourself"),
        "WordFilter.words": filteredWords, "NewWordFilter.words": filteredWords,
        "WordFilter.action": filterAction, "NewWordFilter.action": filterAction,
    ]

    private static let filteredWords = FieldMeaning(
        meaning: "The filtered words, each as a whole word, or a beginning if it ends with `*`. Empty for no filter.",
        example: ["spambot", "casino*"])
    private static let filterAction = FieldMeaning(
        meaning: "`refuse` refuses a text with such a word. `report` takes it, and makes a report without a reporter.")
}
