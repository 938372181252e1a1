import DavenportAPI
import Foundation
import Postgres

/// A part of the product, and what it brings that the shared part only gathers: "What an area brings" in docs/architecture.md. The shared
/// part is made of areas too, so that nothing is known of one area that isn't known of all.
public struct Area: Sendable {
    /// As its folders are called, in lower case.
    public let name: String
    /// Its tables that hold tenants' rows, in an order in which they can be emptied.
    package let tables: [String]
    /// Its tables that a tenant's deletion doesn't empty: what outlives the tenant, or belongs to none.
    package let lastingTables: [String]
    /// Its tables that all tenants share: nothing private is in them, and no row is a tenant's.
    package let sharedTables: [String]
    /// Its tables that a tenant takes along that moves, in an order in which they can be filled: see `MovedTable`.
    package let moved: [MovedTable]
    /// Its tables that such a tenant leaves behind. Each of its tables is either here or there.
    package let staying: [String]
    /// The statements that name what isn't as it follows from the rest, in the column `wrong`: what triggers keep otherwise, a tenant that
    /// moves takes along as it is.
    package let misderived: @Sendable (TenantTransaction) -> [SQL]
    /// Its columns that hold names of time zones. `davenport check` and imports look for names that PostgreSQL doesn't know.
    package let zones: [ZoneColumn]
    /// Names what can't have come about by its rules, and no statement can tell. Asked of a tenant that has come in from a file.
    package let impossible: @Sendable (TenantTransaction) async throws -> [String]
    /// What of a person's they may take along.
    package let exportedSections: [ExportedSection]
    /// What each person may make only so many of in a while.
    package let allowances: [Allowance]
    /// What all of a tenant together may have only so much of.
    package let capacities: [Capacity]
    /// What it tells people of. Whether it is still true, and what it adds to the badge, say its branches of the views 9x.
    public let notices: [NoticeText]
    /// What of it people mute one by one, where there is such a thing.
    package let muting: Muting?
    /// What of it the feed of changes tells.
    package let feed: Feed
    /// Gives a person who joins their place in it, in the transaction that makes the account.
    package let welcome: @Sendable (TenantTransaction, JoiningUser) async throws -> Void
    /// The statements that erase a deleted person's data, beginning with those that lock.
    package let erasure: @Sendable (TenantTransaction, AccountErasure) -> [SQL]
    /// Erases one batch of bytes whose rows were deleted before, and returns whether more may be left: see `DeferredDeletion`.
    package let deferredDeletion: @Sendable (TenantTransaction) async throws -> Bool

    /// Whatever is left out the area has nothing of.
    package init(
        _ name: String, tables: [String], lastingTables: [String] = [], sharedTables: [String] = [], moved: [MovedTable] = [],
        staying: [String] = [], misderived: @escaping @Sendable (TenantTransaction) -> [SQL] = { _ in [] },
        zones: [ZoneColumn] = [],
        impossible: @escaping @Sendable (TenantTransaction) async throws -> [String] = { _ in [] },
        exportedSections: [ExportedSection] = [], allowances: [Allowance] = [], capacities: [Capacity] = [], notices: [NoticeText] = [],
        muting: Muting? = nil, feed: Feed = Feed(),
        welcome: @escaping @Sendable (TenantTransaction, JoiningUser) async throws -> Void = { _, _ in },
        erasure: @escaping @Sendable (TenantTransaction, AccountErasure) -> [SQL] = { _, _ in [] },
        deferredDeletion: @escaping @Sendable (TenantTransaction) async throws -> Bool = { _ in false }
    ) {
        self.name = name
        self.tables = tables
        self.lastingTables = lastingTables
        self.sharedTables = sharedTables
        self.moved = moved
        self.staying = staying
        self.misderived = misderived
        self.zones = zones
        self.impossible = impossible
        self.exportedSections = exportedSections
        self.allowances = allowances
        self.capacities = capacities
        self.notices = notices
        self.muting = muting
        self.feed = feed
        self.welcome = welcome
        self.erasure = erasure
        self.deferredDeletion = deferredDeletion
    }
}

extension Area {
    /// What an operator may change of how much there may be of something.
    package var limits: [any DeclaredLimit] { allowances + capacities }
}

extension Area {
    /// What every community has: accounts, people and notifications.
    public static let shared: [Area] = [.accounts, .people, .notifications]

    static let accounts = Area(
        "accounts",
        tables: ["feedback", "avatars", "sessions", "users", "throttles", "tenant_limits", "tenant_hosts", "tenant_imports"],
        lastingTables: ["tenants", "audit_entries"],
        moved: .accounts, staying: ["throttles", "tenant_imports"],
        exportedSections: .accounts,
        allowances: [.feedback],
        feed: Feed(documents: [.me]),
        erasure: FeedbackErasure.statements)
    static let people = Area(
        "people",
        tables: ["friendships", "friend_requests", "blocks", "muted_people", "muted_words", "invite_redemptions", "invites"],
        moved: .people,
        exportedSections: .people,
        allowances: [.invites, .friendRequests],
        notices: .people,
        feed: Feed(documents: [.friends, .blocks, .mutes]),
        erasure: PeopleErasure.statements)
    static let notifications = Area(
        "notifications",
        tables: ["push_deliveries", "push_hours", "push_credentials", "notifications", "devices", "notification_preferences"],
        lastingTables: ["push_provider_tokens"],
        moved: .notifications,
        // What is due then is told by the old house or not at all, and Apple's keys are sealed under its master key.
        staying: ["push_deliveries", "push_hours", "push_credentials", "notifications", "push_provider_tokens"],
        zones: [ZoneColumn("time_zone", of: "notification_preferences")],
        exportedSections: .notifications,
        notices: .notifications,
        feed: Feed(documents: [.notifications]))
}

/// A column that holds the name of a time zone.
package struct ZoneColumn: Sendable {
    package let name: String
    package let table: String

    /// Names a column of a table that has one row or more for each tenant.
    package init(_ name: String, of table: String) {
        (self.name, self.table) = (name, table)
    }
}

/// A person whose account is being made: by an invite, in an open community, or by an operator.
package struct JoiningUser: Sendable {
    package let tenant: Tenant
    package let userID: UUID
    package let role: Role
    /// The member who made the invite; nil without one, and where an operator made it.
    package let inviterID: UUID?
}

/// Somebody whose account is being deleted, and what becomes of what they said.
package struct AccountErasure: Sendable {
    package let userID: UUID
    /// Whether it goes too; else it stays for the others, without an author.
    package let erasesWords: Bool
}
