import DavenportAPI
import Foundation

/// Who can log in to the demo, and what to try there.
public struct DemoAccounts: Sendable {
    /// The slug of the tenant.
    public static let tenant = "sofa"
    /// Everybody's.
    public static let password = "popcorn-and-sofa"

    /// The bundle id of the app on everybody's phone.
    public static let topic = "org.example.sofa"

    /// The e-mail addresses to log in with; the first is the owner's.
    public let emails = Friend.allCases.map(\.email)
    /// The room that the welcome talks about: one that the owner has still to watch.
    public let roomID = Fortnight.shownRoom

    init() {}

    /// What to print once the demo is served: the accounts, and lines for a shell with curl and sed.
    /// - Parameter port: where it is served on this machine.
    public func welcome(port: Int) -> String {
        let api = "http://localhost:\(port)/v1"
        let room = "\(api)/rooms/\(roomID.uuidString.lowercased())"
        let (owner, teacher) = (Friend.ada, Friend.greta)
        let students = Friend.allCases.filter { $0.role == .student }.map(\.rawValue).joined(separator: ", ")
        return """
            The Sofa is ready: \(emails.joined(separator: ", ")).
            Everybody's password is \(Self.password); \(owner.rawValue) is the owner, \(teacher.rawValue) teaches \(students).

            In another terminal, log in as \(owner.rawValue):
              TOKEN=\(logIn(owner, api))
            What there is to watch, to read, to wait for and to discuss:
              curl -s -H "Authorization: Bearer $TOKEN" \(api)/dashboard
            What the others say along an episode that she has still to watch:
              curl -s -H "Authorization: Bearer $TOKEN" \(room)/comments
            Say something at 15:43:
              curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"content": "15:43 that hallway!"}' \
            \(room)/comments
            Say that she has watched it:
              curl -s -X PUT -H "Authorization: Bearer $TOKEN" \(room)/watched
            What \(teacher.rawValue)'s students are at, as \(teacher.rawValue) sees it:
              curl -s -H "Authorization: Bearer \(logIn(teacher, api))" \(api)/tasks
            What \(owner.rawValue) has to play today, and who was best at the timed puzzles (docs/play.md says how they are played):
              curl -s -H "Authorization: Bearer $TOKEN" \(api)/challenges/today
              curl -s -H "Authorization: Bearer $TOKEN" '\(api)/boards?mode=timed&period=all'
            """
    }

    /// A session's token, for a shell.
    private func logIn(_ friend: Friend, _ api: String) -> String {
        """
        $(curl -s -X POST -u '\(friend.email):\(Self.password)' -H 'Davenport-Tenant: \(Self.tenant)' \(api)/sessions \
        | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
        """
    }
}
