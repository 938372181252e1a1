import DavenportAPI
import Demo
import Foundation
import TestSupport
import Testing

extension Scenario {
    mutating func teach() async throws {
        let (ada, greta, finn) = (by("ada"), by("greta"), by("finn"))
        try await recorder.record("listStudents", by: greta, ["mine": true, "limit": 2])
        try await recorder.record("listTeachers", by: finn)
        try await recorder.record("removeStudent", by: greta, ["userID": try id("jon")])
        try await recorder.record("addStudent", by: greta, ["userID": try id("jon")])
        try await recorder.record("listStudentAssignments", by: greta, ["userID": try id("finn"), "limit": 2])
        let file: JSONValue = "01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"
        let notes = Array("Bars 1 to 24, at 60 a minute.\n".utf8)
        try await recorder.record("createFile", by: greta, ["fileID": file, "name": "practice.txt"], bytes: ("text/plain", notes))
        try await recorder.record("showFile", by: greta, ["fileID": file])
        try await recorder.record("deleteFile", by: greta, ["fileID": file])
        try await recorder.record("listTasks", by: greta, ["limit": 2])
        let task = try await recorder.record(
            "createTask", by: greta,
            body: [
                "title": "Scales in G", "description": "Two octaves, in quavers.", "priority": "high", "tags": ["flute"],
                "maxPoints": 10, "dueAt": "2026-03-08T18:00:00Z", "studentIDs": [try id("finn")],
            ])
        let taskID = task["id"] ?? ""
        try await recorder.record("showTask", by: greta, ["taskID": taskID])
        try await recorder.record("changeTask", by: greta, ["taskID": taskID], body: ["dueAt": "2026-03-10T18:00:00Z"])
        try await recorder.record("assignTask", by: greta, ["taskID": taskID], body: ["studentIDs": [try id("ida")]])
        let assignments = try await recorder.record("listTaskAssignments", by: greta, ["taskID": taskID])
        try await recorder.record("showBoard", by: greta, ["limit": 2])
        try await recorder.record("exportMarks", by: greta)
        try await recorder.record("withdrawAssignment", by: greta, ["taskID": taskID, "userID": try id("ida")])
        try await recorder.record("addTeacher", by: greta, ["taskID": taskID, "userID": try id("eda")])
        try await recorder.record("removeTeacher", by: greta, ["taskID": taskID, "userID": try id("eda")])
        let finnID = try id("finn")
        let mine = try #require(assignments["items"]?.elements.first { $0["student"]?["id"] == finnID }?["id"])
        let own = try await recorder.record(
            "createOwnTask", by: finn, body: ["title": "Practise the Saltarello", "priority": "low", "dueAt": "2026-03-09T18:00:00Z"])
        let ownID = own["id"] ?? ""
        try await recorder.record("changeOwnTask", by: finn, ["ownTaskID": ownID], body: ["state": "done"])
        try await recorder.record("listAssignments", by: finn, ["state": "todo", "limit": 2])
        let entry = try await recorder.record(
            "createEntry", by: finn, ["assignmentID": mine], body: ["action": "submit", "text": "Both octaves, twice."])
        try await recorder.record("showAssignment", by: finn, ["assignmentID": mine])
        try await recorder.record("listEntries", by: greta, ["assignmentID": mine, "limit": 2])
        try await recorder.record("markEntriesRead", by: greta, ["assignmentID": mine], body: ["entryID": entry["entry"]?["id"] ?? ""])
        let seen = try await recorder.ask("showAssignment", by: greta, ["assignmentID": mine])
        try await recorder.record(
            "setDraft", by: greta, ["assignmentID": mine],
            body: ["version": seen["version"] ?? 0, "points": 8.5, "text": "The second octave is steadier."])
        let said = try await recorder.ask("createEntry", by: finn, ["assignmentID": mine], body: ["action": "message", "text": "Thanks!"])
        try await recorder.record("deleteEntry", by: finn, ["assignmentID": mine, "entryID": said["entry"]?["id"] ?? ""])
        let draft = try await recorder.ask("createTask", by: greta, body: ["title": "Arpeggios"])
        try await recorder.record("deleteTask", by: greta, ["taskID": draft["id"] ?? ""])
        try await recorder.record("deleteOwnTask", by: finn, ["ownTaskID": ownID])
        try await recorder.record("leaveTeacher", by: by("jon"), ["userID": try id("greta")])
        try await recorder.record("handOver", by: ada, ["userID": try id("greta")], body: ["toUserID": try id("eda")])
    }

    mutating func puzzles() async throws {
        let (ada, cem) = (by("ada"), by("cem"))
        let today = try await recorder.record("showToday", by: ada)
        let challengeID = today["timed"]?["id"] ?? ""
        let play = try await recorder.record("startPlay", by: ada, ["challengeID": challengeID])
        let playID = play["id"] ?? ""
        try await recorder.record(
            "sendMoves", by: ada, ["playID": playID], body: ["from": 0, "moves": [["at": 9000, "cubelet": 26]], "finish": true])
        try await recorder.record("showPlay", by: ada, ["playID": playID])
        try await recorder.record("showChallenge", by: ada, ["challengeID": challengeID])
        try await recorder.record("listResults", by: ada, ["challengeID": challengeID, "limit": 2])
        try await recorder.record("listChallenges", by: ada, ["kind": "daily", "mode": "timed", "limit": 2])
        try await recorder.record("listPlayBoard", by: ada, ["mode": "timed", "period": "all", "limit": 2])
        try await recorder.record("showPlayProfile", by: ada)
        try await recorder.record("changePlayProfile", by: ada, body: ["namedTo": "friends"])
        try await recorder.record("listMyWords", by: ada, ["limit": 2])
        try await recorder.record("showPlayWeek", by: ada)
        try await recorder.record("showWordList", by: ada, ["wordListID": play["wordListID"] ?? ""])
        let own = try await recorder.record("createChallenge", by: ada, body: ["mode": "timed", "friendIDs": [try id("bea")]])
        try await recorder.record("addPlayer", by: ada, ["challengeID": own["id"] ?? "", "userID": try id("cem")])
        try await recorder.record("joinChallenge", by: by("dora"), body: ["code": own["code"] ?? ""])
        let other = try await recorder.ask("startPlay", by: cem, ["challengeID": challengeID])
        try await recorder.record("strikePlay", by: ada, ["playID": other["id"] ?? ""])
        let bought = TestStore.transaction(purchased: Date(timeIntervalSince1970: 1_772_300_000))
        try await recorder.record(
            "presentTransaction", by: ada, body: ["signedTransaction": .string(try TestStore.trusted.sign(bought))])
        try await recorder.record("listEntitlements", by: ada)
        try await recorder.record(
            "takeStoreNotification", body: ["signedPayload": .string(try TestStore.trusted.notification(bought))])
    }

    /// Calls the operations that end sessions, friendships and accounts, which must come last.
    mutating func leave() async throws {
        let (bea, cem) = (by("bea"), by("cem"))
        try await recorder.record("unfriend", by: cem, ["userID": try id("bea")])
        let second = try await recorder.ask("logIn", by: .basic("bea@example.org", DemoAccounts.password), body: [:])
        try await recorder.record("endSession", by: bea, ["sessionID": second["session"]?["id"] ?? ""])
        try await recorder.record(
            "changePassword", by: cem,
            body: ["currentPassword": .string(DemoAccounts.password), "newPassword": "a longer one for the sofa"])
        try await recorder.record("endOtherSessions", by: bea)
        try await recorder.record("endCurrentSession", by: bea)
        try await recorder.record(
            "deleteAccount", by: by("dora"), body: ["currentPassword": .string(DemoAccounts.password), "eraseComments": false])
    }
}
