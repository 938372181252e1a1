import DavenportAPI

/// The rate limits and capacities of a tenant: the defaults, and the values that an operator has set instead.
public struct TenantLimits: Sendable {
    private let limits: [any DeclaredLimit]
    private var changed: [String: Int]

    /// Makes the limits of a tenant.
    /// - Parameters:
    ///   - limits: the limits that all areas declare.
    ///   - changed: the values that an operator has set, by the limits' names.
    init(_ limits: [any DeclaredLimit], changed: [String: Int]) {
        self.limits = limits
        self.changed = changed
    }

    /// The number of things that each user of the tenant may create in the period.
    package subscript(_ allowance: Allowance) -> Int {
        get { self[limit: allowance] }
        set { self[limit: allowance] = newValue }
    }

    /// How much all users of the tenant together may have.
    package subscript(_ capacity: Capacity) -> Int {
        get { self[limit: capacity] }
        set { self[limit: capacity] = newValue }
    }

    /// The value of a rate limit or capacity: the operator's value, or else the default.
    package subscript(limit limit: any DeclaredLimit) -> Int {
        get { changed[limit.name] ?? limit.usual }
        set { changed[limit.name] = newValue }
    }

    /// The values that differ from the defaults, by the limits' names.
    var unusual: [String: Int] {
        changed.filter { name, value in !limits.contains { $0.name == name && $0.usual == value } }
    }

    /// Requires that all values are in the ranges that the limits declare.
    ///
    /// - Throws: `invalid`, naming each limit whose value is out of range.
    func requireRange() throws {
        let faults = limits.filter { !$0.range.contains(self[limit: $0]) }.map {
            FieldFault(field: $0.field, code: .outOfRange, message: "must be from \($0.range.words)")
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }
}

extension TenantLimits: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        for limit in limits { try container.encode(self[limit: limit], forKey: FieldName(stringValue: limit.field)) }
    }
}
