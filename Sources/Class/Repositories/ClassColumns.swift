import DavenportAPI
import Foundation
import Postgres

// How the area's types stand in columns.
extension AssignmentState: PostgresCodable {}
extension AssignmentAttention: PostgresCodable {}
extension EntryAction: PostgresCodable {}
extension Priority: PostgresCodable {}
extension Side: PostgresCodable {}

extension Hundredths {
    /// From a column of hundredths.
    init?(_ count: Int?) {
        guard let count else { return nil }
        self.init(count: count)
    }
}

extension Row {
    /// A column of hundredths.
    func hundredths(_ name: StaticString) throws -> Hundredths? {
        Hundredths(try self[name] as Int?)
    }
}

extension User {
    var stub: UserStub { UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL) }
}

/// Everybody who is shown in some rows, as much of each as the one who looks may see.
typealias People = [UUID: User]
