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
    /// Reads the value of a column that counts hundredths.
    init?(_ count: Int?) {
        guard let count else { return nil }
        self.init(count: count)
    }
}

extension Row {
    /// Reads a column that counts hundredths.
    func hundredths(_ name: StaticString) throws -> Hundredths? {
        Hundredths(try self[name] as Int?)
    }
}

extension User {
    var stub: UserStub { UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL) }
}

/// The people in some rows by id, each with the fields that the viewer may see.
typealias People = [UUID: User]
