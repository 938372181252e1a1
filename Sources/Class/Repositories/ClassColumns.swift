import DavenportAPI
import Foundation
import Postgres

// The column representation of the area's types.
extension AssignmentState: PostgresCodable {}
extension AssignmentAttention: PostgresCodable {}
extension EntryAction: PostgresCodable {}
extension Priority: PostgresCodable {}
extension Side: PostgresCodable {}

extension Hundredths {
    /// Converts the value of a column that counts hundredths, such as 150 for 1.5. Returns nil for null.
    init?(_ count: Int?) {
        guard let count else { return nil }
        self.init(count: count)
    }
}

extension Row {
    /// Reads a column that counts hundredths; nil if it is null.
    func hundredths(_ name: StaticString) throws -> Hundredths? {
        Hundredths(try self[name] as Int?)
    }
}

extension User {
    var stub: UserStub { UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL, bot: bot) }
}

/// People by id, each with the fields that the viewer may see.
typealias UsersByID = [UUID: User]
