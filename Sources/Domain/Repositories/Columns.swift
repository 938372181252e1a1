import DavenportAPI
import Foundation
import Postgres

// How the domain's types stand in columns.
extension Role: PostgresCodable {}
extension Feature: PostgresCodable {}
extension SignupPolicy: PostgresCodable {}
extension Session.Source: PostgresCodable {}

extension CalendarDate: PostgresCodable {
    public var postgresText: String? { description }

    public init(postgres value: PostgresValue) throws {
        let date = try PostgresDate(postgres: value)
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension UserStub {
    /// What a stub is made of, of `users AS u`.
    static let columns: SQL = "u.id, u.username, u.identity_color, u.avatar_version"

    /// From the columns of a person: `id`, `username`, `identity_color` and `avatar_version` behind a prefix.
    init(_ row: Row, prefix: String = "") throws {
        let (id, version): (UUID, String?) = (try row[prefix + "id"], try row[prefix + "avatar_version"])
        self.init(
            id: id, username: try row[prefix + "username"], identityColor: try row[prefix + "identity_color"],
            avatarURL: version.map { "/v1/users/\(id.lowercased)/avatar?v=\($0)" })
    }
}
