import DavenportAPI
import Foundation
import Postgres

/// A part of the product, with everything that the shared code needs from it. See "What an area brings" in
/// docs/architecture.md.
///
/// Accounts, people, integrations and notifications are areas too, so the shared code treats all areas alike.
public struct Area: Sendable {
    /// The area's name in lower case, which is also the name of its folders.
    public let name: String
    /// The tables that hold tenants' rows. They can be emptied one by one in this order without breaking a foreign key.
    package let tables: [String]
    /// The tables whose rows stay when a tenant is deleted, because the rows outlive the tenant or belong to no tenant.
    package let lastingTables: [String]
    /// The tables that all tenants share. They hold nothing private, and none of their rows belongs to a tenant.
    package let sharedTables: [String]
    /// The tables that an export of a tenant contains, in an order in which an import can fill them: see
    /// `ExportedTable`.
    package let exportedTables: [ExportedTable]
    /// The tables that an export of a tenant leaves out. Each of the area's tables is either here or in `exportedTables`.
    package let unexportedTables: [String]
    /// Makes the statements that find wrong derived columns: values that contradict the columns from which they are
    /// derived. Each result row names one such value in its column `wrong`.
    ///
    /// Triggers maintain derived columns, but an import takes their values from the file, so they must be checked.
    package let derivedColumnChecks: @Sendable (TenantTransaction) -> [SQL]
    /// The columns that hold names of time zones. `davenport check` and imports look for names that PostgreSQL doesn't know.
    package let zones: [ZoneColumn]
    /// Searches an imported tenant for data that the area's rules exclude and that no single statement can find.
    /// Returns a description of each fault; empty if there is none.
    package let contradictions: @Sendable (TenantTransaction) async throws -> [String]
    /// The sections that the area adds to the export of a user's data.
    package let exportedSections: [ExportedSection]
    /// The area's rate limits: how many things of one kind each user may create in a period.
    package let allowances: [Allowance]
    /// The area's capacities: how much of one kind all users of a tenant together may have.
    package let capacities: [Capacity]
    /// What the area uses uploaded files for; nil if its things have none.
    package let fileUse: FileUse?
    /// The texts of the area's notifications. The area's views decide whether a notification still applies and whether
    /// it counts for the badge.
    public let notices: [NoticeText]
    /// Returns the area's events in the calendar of a key's owner (rules 25).
    package let calendar: @Sendable (KeyHolder, UseCases) async throws -> [CalendarEvent]
    /// What people can mute one by one in the area, such as rooms; nil if there is nothing.
    package let muting: Muting?
    /// The comments and rooms of the area that people can report; nil if there are none.
    package let reportableThings: ReportableThings?
    /// The rooms of the area into which invites can lead; nil if there are none.
    package let invitedRooms: InvitedRooms?
    /// The collections and documents that the area adds to `GET /changes`.
    package let feed: Feed
    /// Creates the rows that a new user needs in the area, in the transaction that creates the account.
    package let onJoin: @Sendable (TenantTransaction, JoiningUser) async throws -> Void
    /// Makes the statements that erase a deleted user's data from the area. Statements that lock rows come first.
    package let erasure: @Sendable (TenantTransaction, AccountErasure) -> [SQL]
    /// Erases one batch of bulky data, such as the bytes of files, after its rows were deleted (see
    /// `DeferredDeletion`). Returns whether there may be more.
    package let deferredDeletion: @Sendable (TenantTransaction) async throws -> Bool

    /// Declares an area. Leave out a parameter if the area has nothing of that kind.
    package init(
        _ name: String, tables: [String], lastingTables: [String] = [], sharedTables: [String] = [], exportedTables: [ExportedTable] = [],
        unexportedTables: [String] = [], derivedColumnChecks: @escaping @Sendable (TenantTransaction) -> [SQL] = { _ in [] },
        zones: [ZoneColumn] = [],
        contradictions: @escaping @Sendable (TenantTransaction) async throws -> [String] = { _ in [] },
        exportedSections: [ExportedSection] = [], allowances: [Allowance] = [], capacities: [Capacity] = [], fileUse: FileUse? = nil,
        notices: [NoticeText] = [],
        calendar: @escaping @Sendable (KeyHolder, UseCases) async throws -> [CalendarEvent] = { _, _ in [] },
        muting: Muting? = nil, reportableThings: ReportableThings? = nil, invitedRooms: InvitedRooms? = nil, feed: Feed = Feed(),
        onJoin: @escaping @Sendable (TenantTransaction, JoiningUser) async throws -> Void = { _, _ in },
        erasure: @escaping @Sendable (TenantTransaction, AccountErasure) -> [SQL] = { _, _ in [] },
        deferredDeletion: @escaping @Sendable (TenantTransaction) async throws -> Bool = { _ in false }
    ) {
        self.name = name
        self.tables = tables
        self.lastingTables = lastingTables
        self.sharedTables = sharedTables
        self.exportedTables = exportedTables
        self.unexportedTables = unexportedTables
        self.derivedColumnChecks = derivedColumnChecks
        self.zones = zones
        self.contradictions = contradictions
        self.exportedSections = exportedSections
        (self.allowances, self.capacities, self.fileUse) = (allowances, capacities, fileUse)
        self.notices = notices
        self.calendar = calendar
        self.muting = muting
        self.reportableThings = reportableThings
        self.invitedRooms = invitedRooms
        self.feed = feed
        self.onJoin = onJoin
        self.erasure = erasure
        self.deferredDeletion = deferredDeletion
    }
}

extension Area {
    /// The limits that an operator may change for a tenant.
    package var limits: [any DeclaredLimit] { allowances + capacities }
}

extension Area {
    /// The areas that every tenant has: accounts, people, moderation, integrations and notifications.
    public static let shared: [Area] = [.accounts, .people, .moderation, .integrations, .notifications]

    static let accounts = Area(
        "accounts",
        tables: [
            "feedback", "avatars", "mail_addresses", "mails", "mailed_password_links", "password_links", "email_links", "email_states",
            "sign_in_places", "passkey_challenges", "passkeys", "sessions", "users", "throttles", "tenant_limits", "tenant_apps",
            "tenant_hosts", "tenant_imports", "tenant_pictures",
        ],
        lastingTables: ["tenants", "audit_entries"],
        sharedTables: ["deployment_throttles", "deployment_secrets", "stopped_mail_addresses"],
        exportedTables: .accounts,
        // The old deployment sends its due mails itself.
        unexportedTables: [
            "throttles", "tenant_imports", "mails", "mail_addresses", "mailed_password_links", "sign_in_places", "passkey_challenges",
        ],
        exportedSections: .accounts,
        allowances: [.changes, .profileChanges, .feedback, .passwordLinks, .mails, .emailVerifications],
        notices: .accounts,
        feed: Feed(documents: [.me]),
        erasure: { FeedbackErasure.statements($0, $1) + MailErasure.statements($0, $1) })
    static let people = Area(
        "people",
        tables: [
            "friendships", "friend_requests", "blocks", "muted_people", "muted_words", "invite_redemptions", "invite_codes", "invites",
        ],
        exportedTables: .people,
        exportedSections: .people,
        allowances: [.invites, .inviteMails, .friendRequests, .muteChanges],
        notices: .people,
        feed: Feed(documents: [.friends, .blocks, .mutes]),
        erasure: PeopleErasure.statements)
    static let integrations = Area(
        "integrations",
        tables: ["webhooks", "access_keys"],
        exportedTables: .integrations,
        exportedSections: .integrations)

    static let moderation = Area(
        "moderation",
        tables: ["report_notes", "report_evidence", "reports", "report_cases", "warnings"],
        exportedTables: .moderation,
        exportedSections: .moderation,
        allowances: [.reports, .filterReports, .filterChanges],
        notices: .moderation,
        erasure: ModerationErasure.statements)
    static let notifications = Area(
        "notifications",
        tables: [
            "push_deliveries", "push_hours", "push_credentials", "web_push_keys", "notifications", "devices", "notification_preferences",
        ],
        lastingTables: ["push_provider_tokens"],
        exportedTables: .notifications,
        // The old deployment sends its due notifications itself.
        unexportedTables: ["push_deliveries", "push_hours", "notifications", "push_provider_tokens"],
        zones: [ZoneColumn("time_zone", of: "notification_preferences")],
        exportedSections: .notifications,
        notices: .notifications,
        feed: Feed(documents: [.notifications]))

    /// Uploaded files, whichever area uses them. In a program's list it follows the areas to whose things the files belong.
    public static let files = Area(
        "files",
        // Erased contents and chunks come after the files that refer to them, and have no foreign key: bytes that
        // remain are detected there.
        tables: ["files", "gone_contents", "file_chunks", "file_usage", "picture_usage"],
        exportedTables: .files,
        unexportedTables: ["gone_contents"],
        derivedColumnChecks: FileDerivation.statements,
        deferredDeletion: FileErasure.part)
}

/// A column that holds the name of a time zone.
package struct ZoneColumn: Sendable {
    package let name: String
    package let table: String

    /// Names a column of a table that has rows of tenants.
    package init(_ name: String, of table: String) {
        (self.name, self.table) = (name, table)
    }
}

/// A user whose account is being created: with an invite, by open sign-up, or by an operator.
package struct JoiningUser: Sendable {
    package let tenant: Tenant
    package let userID: UUID
    package let role: Role
    /// The user who made the invite; nil if the user joins without one, or an operator made it.
    package let inviterID: UUID?
    /// The rooms into which the invite leads. Some may be gone, and the inviter may have left some.
    package let roomIDs: [UUID]
}

/// An account that is being deleted.
package struct AccountErasure: Sendable {
    package let userID: UUID
    /// Whether the texts that the user wrote are deleted too. Otherwise they stay without an author.
    package let erasesWords: Bool
}
