import Foundation

/// Who caused an event of the audit log.
public struct AuditActorKind: OpenEnumeration {
    /// A user of the community.
    public static let user = Self(keeping: "user")
    /// An operator, who ran a command.
    public static let `operator` = Self(keeping: "operator")
    /// A client that wasn't signed in.
    public static let anybody = Self(keeping: "anybody")

    public static let allCases = [user, `operator`, anybody]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// An entry of the audit log. It has ids, and no text that a person typed.
public struct AuditEntry: Codable, Sendable, Equatable {
    public let id: UUID
    public let at: Date
    /// The name of the event, such as `role.changed`. A newer server may have written names that a client doesn't know.
    public let event: String
    public let actor: AuditActorKind
    /// The id of the user who caused the event; nil unless `actor` is `user`.
    public let actorID: UUID?
    /// The user who caused the event; nil if no user did, or the account is deleted.
    public let by: UserStub?
    /// The id of the user or thing that the event is about; nil if that is the actor or the tenant.
    public let subjectID: UUID?
    /// The user that the event is about; nil if it is about something else, or the account is deleted.
    public let about: UserStub?
    /// A word of the server on the event, such as the new role; nil for none.
    public let detail: String?

    public init(
        id: UUID, at: Date, event: String, actor: AuditActorKind, actorID: UUID? = nil, by: UserStub? = nil, subjectID: UUID? = nil,
        about: UserStub? = nil, detail: String? = nil
    ) {
        (self.id, self.at, self.event, self.actor, self.actorID) = (id, at, event, actor, actorID)
        (self.by, self.subjectID, self.about, self.detail) = (by, subjectID, about, detail)
    }
}

/// A filter and a position in the audit log.
public struct AuditQuery: PagedInput {
    /// The name of the listed events, such as `role.changed`; nil for all events.
    public let event: String?
    public var after: String?
    /// The maximum number of entries on the page: 1 to 100.
    public let limit: Int

    public init(event: String? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.event, self.after, self.limit) = (event, after, limit)
    }

    public init(_ fields: inout Fields) {
        event = fields.optional("event", .auditEvent)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

extension FieldType<String> {
    /// The name of an event. Any short text is valid input; no entry has an unknown name.
    static var auditEvent: Self { text(1...60) }
}

extension Endpoints {
    static let audit: [any EndpointDeclaration] = [listAudit]

    public static let listAudit = Endpoint<AuditQuery, Page<AuditEntry>>(
        "listAudit", .get, "/audit", .roles([.admin, .owner]),
        summary: "List the audit log of the community, newest first: all events, or those of one name.",
        details: """
            Log-ins, log-outs and wrong passwords are not in this list. An entry about a report is in it if you may decide the report.
            """)
}
