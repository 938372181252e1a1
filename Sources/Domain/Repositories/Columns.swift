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
    /// From the columns of a person: `id`, `username` and `identity_color` behind a prefix.
    init(_ row: Row, prefix: String = "") throws {
        self.init(
            id: try row[prefix + "id"], username: try row[prefix + "username"], identityColor: try row[prefix + "identity_color"])
    }
}
