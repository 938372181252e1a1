import DavenportAPI

// The answers that occur by the dozen, by area: `JSONWriter` reads them from memory. Every other answer is written by its
// `encode(to:)`, several times as slowly.

// Lists
extension Items: PlainObject where Item: Codable {}
extension Page: PlainObject where Item: Codable {}

// Accounts
extension Session: PlainObject {}
extension User: PlainObject {}
extension UserStub: PlainObject {}

// Catalogue
extension CastMember: PlainObject {}
extension Episode: PlainObject {}
extension Movie: PlainObject {}
extension SearchResult: PlainObject {}
extension Season: PlainObject {}
extension Show: PlainObject {}

// Class
extension AssignedTask: PlainObject {}
extension Assignment: PlainObject {}
extension AssignmentChanges: PlainObject {}
extension Board: PlainObject {}
extension Cell: PlainObject {}
extension ClassTask: PlainObject {}
extension Entry: PlainObject {}
extension EntryChanges: PlainObject {}
extension EntryChanges.Removal: PlainObject {}
extension Evaluation: PlainObject {}
extension EvaluationDraft: PlainObject {}
extension RecordedEntry: PlainObject {}
extension Student: PlainObject {}
extension TaskCounts: PlainObject {}
extension TaskTeacher: PlainObject {}

// Moderation
extension EarlierReports: PlainObject {}
extension OtherReport: PlainObject {}
extension Report: PlainObject {}
extension ReportEvidence: PlainObject {}
extension ReportNote: PlainObject {}
extension ReportResolution: PlainObject {}
extension ReportedComment: PlainObject {}
extension Warning: PlainObject {}

// Notifications
extension Device: PlainObject {}

// People
extension Invite: PlainObject {}

// Play
extension Challenge: PlainObject {}
extension Challenge.Mine: PlainObject {}
extension ChallengeResult: PlainObject {}
extension MyWord: PlainObject {}
extension Play: PlainObject {}
extension PlayBoardEntry: PlainObject {}
extension PlayedMove: PlainObject {}
extension PlayedWord: PlainObject {}

// Watch
extension Comment: PlainObject {}
extension CommentChanges: PlainObject {}
extension CommentChanges.Removal: PlainObject {}
extension CommentPage: PlainObject {}
extension Dashboard.Section: PlainObject {}
extension DashboardOutline: PlainObject {}
extension DashboardOutline.Section: PlainObject {}
extension Group: PlainObject {}
extension ImportedHistory.Unknown: PlainObject {}
extension Member: PlainObject {}
extension Mention: PlainObject {}
extension NextEpisode: PlainObject {}
extension Position: PlainObject {}
extension Reaction: PlainObject {}
extension Room: PlainObject {}
extension RoomChanges: PlainObject {}
extension Subject: PlainObjectConvertible {}
extension Subject.Plain: PlainObject {}
