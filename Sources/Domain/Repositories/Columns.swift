import DavenportAPI
import Foundation
import Postgres

// Maps the domain's types to columns.
extension Role: PostgresCodable {}
extension Feature: PostgresCodable {}
extension SignupPolicy: PostgresCodable {}
extension Session.Source: PostgresCodable {}

extension CalendarDate: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads a column of the type `date`.
    public init(postgres value: PostgresValue) throws {
        let date = try PostgresDate(postgres: value)
        self.init(year: date.year, month: date.month, day: date.day)
    }
}

extension UserStub {
    /// The columns of a `UserStub`, from `users AS u`.
    package static let columns: SQL = "u.id, u.username, u.identity_color, u.avatar_version, u.bot"

    /// The names of the columns that hold a user in a query's result.
    package struct ColumnNames: Sendable {
        package let id, username, identityColor, avatarVersion, bot: StaticString

        /// Names the columns. The names must be literals, because a row finds a column by the address of the name's
        /// text.
        package init(
            id: StaticString, username: StaticString, identityColor: StaticString, avatarVersion: StaticString, bot: StaticString
        ) {
            (self.id, self.username, self.identityColor, self.avatarVersion, self.bot) = (id, username, identityColor, avatarVersion, bot)
        }
    }

    package static let plainNames = ColumnNames(
        id: "id", username: "username", identityColor: "identity_color", avatarVersion: "avatar_version", bot: "bot")
    /// The names of the columns that hold an author.
    package static let authorNames = ColumnNames(
        id: "author_id", username: "author_username", identityColor: "author_identity_color", avatarVersion: "author_avatar_version",
        bot: "author_bot")

    /// Reads a user from the columns `id`, `username`, `identity_color`, `avatar_version` and `bot`, or from those with
    /// the given names.
    package init(_ row: Row, _ names: ColumnNames = plainNames) throws {
        let (id, username): (UUID, String) = (try row[names.id], try row[names.username])
        let (color, version): (String, String?) = (try row[names.identityColor], try row[names.avatarVersion])
        self.init(id: id, username: username, identityColor: color, avatarVersion: version, isBot: try row[names.bot])
    }

    /// Makes a stub, with the address of the user's picture if there is one.
    /// - Parameter version: the version of the user's picture; nil if the user has none.
    package init(id: UUID, username: String, identityColor: String, avatarVersion version: String?, isBot: Bool) {
        self.init(
            id: id, username: username, identityColor: identityColor,
            avatarURL: version.map { AvatarLimits.address(of: id, version: $0) }, bot: isBot ? true : nil)
    }
}
