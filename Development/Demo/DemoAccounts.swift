import DavenportAPI
import Foundation

/// The accounts of the demo, and a text that says what to try with them.
public struct DemoAccounts: Sendable {
    /// The slug of the demo's tenant.
    public static let tenant = "sofa"
    /// The password of every account of the demo.
    public static let password = "popcorn-and-sofa"

    /// The bundle id of the app that runs on every device of the demo.
    public static let topic = "org.example.sofa"

    /// The e-mail addresses of all accounts. The owner's is the first.
    public let emails = Friend.allCases.map(\.email)
    /// The id of the room that the text `welcome` shows. The owner hasn't watched the room's subject yet.
    public let roomID = Fortnight.shownRoom

    init() {}

    /// Returns the text to print when the server listens. It lists the accounts, and shell commands with curl and sed
    /// to try.
    /// - Parameter port: the port of the server on this machine.
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

    /// Returns a shell expression that logs a person in and evaluates to the session's token.
    private func logIn(_ friend: Friend, _ api: String) -> String {
        """
        $(curl -s -X POST -u '\(friend.email):\(Self.password)' -H 'Davenport-Tenant: \(Self.tenant)' \(api)/sessions \
        | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
        """
    }
}
