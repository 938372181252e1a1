import Domain
import Foundation
import LocalPostgres
import Postgres
import Schema
import Testing

/// The roles with which the tests, and the programs that they start, log in. There are separate roles, or a single one
/// with `DATABASE_ROLES=single bin/test`.
public enum TestRoles {
    /// Whether a single role does everything.
    public static let isSingle = ProcessInfo.processInfo.environment["DATABASE_ROLES"] == "single"

    /// The environment variables by which a program knows of the single role.
    public static let environment = isSingle ? ["DATABASE_ROLES": "single"] : [:]

    /// The single role, which owns each test's database and has no other right. Its name must be quoted in SQL.
    private static let single = "davenport-single"

    static let owner = isSingle ? single : "davenport_owner"
    static let server = isSingle ? single : ServingRole.local
    static let worker = isSingle ? single : ServingRole.localWorker

    /// The settings of the owner's and the worker's transactions.
    public static let ownersSettings = isSingle ? SingleRole.transactionSettings : [:]

    /// The clause that follows the name in `CREATE DATABASE`.
    static let owning = isSingle ? "OWNER \"\(single)\"" : ""

    /// The names of roles that migrations use, nil for the standard ones.
    public static func mapping() throws -> RoleMapping? {
        isSingle ? SingleRole.mapping(role: single, policies: try Schema.load().singleRole) : nil
    }

    /// Returns the statement with the standard roles' names replaced by those in use.
    public static func named(in statement: SQL) -> SQL {
        guard isSingle else { return statement }
        return SQL(
            unsafeRaw: statement.text.replacing("davenport_app", with: "\"\(single)\"").replacing(
                "davenport_push", with: "pg_database_owner"))
    }

    /// Returns the statements that apply the single role's policies to new tables, nil with separate roles.
    public static func policies() throws -> SQL? {
        isSingle ? SQL(unsafeRaw: try Schema.load().singleRole.sql) : nil
    }

    /// Creates the single role, if it is in use, and makes it the owner of the database `davenport`.
    static func make(in postgres: LocalPostgres) async throws {
        guard isSingle else { return }
        let pool = Pool.patient(postgres.uri(database: "postgres"))
        let statements: [SQL] = [
            """
            DO $$ BEGIN
                CREATE ROLE "\(unsafeRaw: single)" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
            END $$
            """, "ALTER DATABASE davenport OWNER TO \"\(unsafeRaw: single)\"",
        ]
        do {
            for statement in statements { _ = try await pool.roundTrip { try await $0.query(statement) } }
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests of the rights of separate roles, and of rights that a single role lacks.
    public static var separateRoles: Self { .enabled(if: !TestRoles.isSingle, "with separate roles alone") }
}
