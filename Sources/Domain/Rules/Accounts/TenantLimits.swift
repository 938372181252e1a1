import DavenportAPI

/// How many of what each person of a tenant may make, and how much of what all of them may have.
public struct TenantLimits: Sendable {
    private let limits: [any DeclaredLimit]
    private var changed: [String: Int]

    /// - Parameters:
    ///   - limits: those of all areas.
    ///   - changed: what the operator changed, by the limits' names.
    init(_ limits: [any DeclaredLimit], changed: [String: Int]) {
        self.limits = limits
        self.changed = changed
    }

    /// How many each person may make of something, as usual or as the operator says.
    package subscript(_ allowance: Allowance) -> Int {
        get { self[limit: allowance] }
        set { self[limit: allowance] = newValue }
    }

    /// How much all together may have of something, as usual or as the operator says.
    package subscript(_ capacity: Capacity) -> Int {
        get { self[limit: capacity] }
        set { self[limit: capacity] = newValue }
    }

    /// Either of them.
    package subscript(limit limit: any DeclaredLimit) -> Int {
        get { changed[limit.name] ?? limit.usual }
        set { changed[limit.name] = newValue }
    }

    /// What was changed and isn't as usual, by the limits' names.
    var unusual: [String: Int] {
        changed.filter { name, value in !limits.contains { $0.name == name && $0.usual == value } }
    }

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
