import DavenportAPI

extension RequestMaker {
    /// Returns an existing value for this parameter, or at least a valid one.
    mutating func known(_ name: String) -> String {
        switch name {
        case "roomID": random.one(of: ["«room:tv»", "«room:tv»", "«room:movie»", "«room:custom»", "«room:other»", "«nobody»"])
        case "commentID": random.one(of: ["«comment:ada»", "«comment:bea»", "«comment:custom»", "«nobody»"])
        case "userID": "«id:\(random.one(of: World.people))»"
        case "taskID": random.one(of: ["«task»", "«task»", "«nobody»"])
        case "assignmentID": random.one(of: ["«assignment»", "«assignment»", "«nobody»"])
        case "entryID": random.one(of: ["«entry»", "«nobody»"])
        case "fileID": random.one(of: ["«file»", "«file:task»", "«nobody»"])
        case "name": random.one(of: ["a.pdf", "%22.txt", "%C3%A9%20.zip"])
        case "challengeID": random.one(of: ["«challenge»", "«challenge:timed»", "«challenge:own»", "«nobody»"])
        case "playID": random.one(of: ["«play:running»", "«play:running»", "«play»", "«nobody»"])
        case "mode": random.one(of: ["timed", "untimed", "untimed"])
        case "period": random.one(of: ["week", "all"])
        case "of": random.one(of: ["2026-03-01", "0001-01-01", "9999-12-31"])
        case "wordListID": random.one(of: ["«words»", "en"])
        case "sessionID": random.one(of: ["«session»", "«nobody»"])
        case "inviteID": random.one(of: ["«invite»", "«nobody»"])
        case "apnsToken": "«apns»"
        case "fcmToken": "«fcm»"
        case "group": "«group»"
        case "kind": random.one(of: ["tv", "movie", "custom"])
        case "archived": random.one(of: ["true", "false"])
        case "username": random.one(of: World.people)
        case "showID": random.one(of: ["95396", "1"])
        case "movieID": random.one(of: ["13", "1"])
        case "season", "episode", "page": random.one(of: ["0", "1", "2"])
        case "query": random.one(of: ["sev", "the", "x%20y"])
        case "type": random.one(of: ["multi", "tv", "movie"])
        case "order": random.one(of: ["score", "recent"])
        case "limit": random.one(of: ["1", "2", "50", "100"])
        default: random.one(of: ["0", "943", "86399"])
        }
    }

    /// Returns the example with existing ids instead of its own.
    mutating func named(_ example: JSONValue) -> JSONValue {
        var value = example
        for member in example.members { value[member.name] = named(member) }
        return value
    }

    private mutating func named(_ member: JSONValue.Member) -> JSONValue? {
        switch member.name {
        case "id": return random.chance(in: 3) ? .string(known("commentID")) : nil
        case "memberIDs": return .list((0...random.small(upTo: 3)).map { _ in .string(known("userID")) })
        case "mutedRooms": return .list([.string(known("roomID"))])
        case "studentIDs": return .list((0...random.small(upTo: 2)).map { _ in .string(known("userID")) })
        case "fileIDs": return .list((0...random.small(upTo: 2)).map { _ in .string(known("fileID")) })
        case "entryID": return .string(known("entryID"))
        case "action": return .string(random.one(of: EntryAction.allCases.map(\.rawValue)))
        case "version": return .integer(random.small(upTo: 9))
        case "commentID": return .string(known("commentID"))
        case "friendIDs": return .list((0...random.small(upTo: 2)).map { _ in .string(known("userID")) })
        case "invite": return "«code»"
        case "code": return .string(random.one(of: ["«code»", "«challenge:code»"]))
        case "currentPassword": return random.chance(in: 3) ? "«password»" : "wrong horse"
        case "username": return .string("p\(Int.random(in: 0...999_999, using: &random))")
        case "email": return .string("p\(Int.random(in: 0...999_999, using: &random))@example.org")
        case "watchedAt": return "2026-03-01T19:00:00.000Z"
        case "role": return .string(random.one(of: ["member", "admin", "owner", "teacher"]))
        case "subject":
            let subjects: [JSONValue] = [
                ["kind": "custom", "title": "Tea"], ["kind": "movie", "movieID": 13, "title": "Severance"], member.value,
            ]
            return random.one(of: subjects, or: member.value)
        default: return member.value
        }
    }
}
