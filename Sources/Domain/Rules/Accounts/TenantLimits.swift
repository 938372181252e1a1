import DavenportAPI

/// A tenant's rate limits and capacities: the defaults, and the operator's changes.
public struct TenantLimits: Sendable {
    private let limits: [any DeclaredLimit]
    private var changed: [String: Int]

    /// - Parameters:
    ///   - limits: the limits of all areas.
    ///   - changed: the values that the operator changed, by the limits' names.
    init(_ limits: [any DeclaredLimit], changed: [String: Int]) {
        self.limits = limits
        self.changed = changed
    }

    /// The number that each user may create in the period: the default, or the operator's value.
    package subscript(_ allowance: Allowance) -> Int {
        get { self[limit: allowance] }
        set { self[limit: allowance] = newValue }
    }

    /// The amount that all users together may have: the default, or the operator's value.
    package subscript(_ capacity: Capacity) -> Int {
        get { self[limit: capacity] }
        set { self[limit: capacity] = newValue }
    }

    /// The value of a rate limit or capacity: the default, or the operator's value.
    package subscript(limit limit: any DeclaredLimit) -> Int {
        get { changed[limit.name] ?? limit.usual }
        set { changed[limit.name] = newValue }
    }

    /// The changed values that differ from the defaults, by the limits' names.
    var unusual: [String: Int] {
        changed.filter { name, value in !limits.contains { $0.name == name && $0.usual == value } }
    }

    /// Requires all values to be in their ranges.
    ///
    /// - Throws: `invalid` naming each limit that is out of range.
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
