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

    /// Reads `date`.
    public init(postgres value: PostgresValue) throws {
        let date = try PostgresDate(postgres: value)
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension UserStub {
    /// What a stub is made of, of `users AS u`.
    package static let columns: SQL = "u.id, u.username, u.identity_color, u.avatar_version"

    /// What the columns of a person are called in a result.
    package struct ColumnNames: Sendable {
        package let id, username, identityColor, avatarVersion: StaticString

        /// What the columns are called, each a literal, since where its text lies tells it from others.
        package init(id: StaticString, username: StaticString, identityColor: StaticString, avatarVersion: StaticString) {
            (self.id, self.username, self.identityColor, self.avatarVersion) = (id, username, identityColor, avatarVersion)
        }
    }

    package static let plainNames = ColumnNames(
        id: "id", username: "username", identityColor: "identity_color", avatarVersion: "avatar_version")
    /// Of whoever wrote something.
    package static let authorNames = ColumnNames(
        id: "author_id", username: "author_username", identityColor: "author_identity_color", avatarVersion: "author_avatar_version")

    /// From the columns of a person: `id`, `username`, `identity_color` and `avatar_version`, or what they are called.
    package init(_ row: Row, _ names: ColumnNames = plainNames) throws {
        let (id, username): (UUID, String) = (try row[names.id], try row[names.username])
        let (color, version): (String, String?) = (try row[names.identityColor], try row[names.avatarVersion])
        self.init(id: id, username: username, identityColor: color, avatarVersion: version)
    }

    /// - Parameter version: of the picture; nil where there is none.
    package init(id: UUID, username: String, identityColor: String, avatarVersion version: String?) {
        self.init(
            id: id, username: username, identityColor: identityColor, avatarURL: version.map { AvatarLimits.address(of: id, version: $0) })
    }
}
