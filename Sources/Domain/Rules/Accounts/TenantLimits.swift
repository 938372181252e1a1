import DavenportAPI

/// How many of what each person of a tenant may make.
public struct TenantLimits: Sendable {
    /// How many of anything an operator can allow.
    package static let range = 1...1_000_000

    private let allowances: [Allowance]
    private var changed: [String: Int]

    /// - Parameters:
    ///   - allowances: those of all areas.
    ///   - changed: what the operator changed, by the allowances' names.
    init(_ allowances: [Allowance], changed: [String: Int]) {
        self.allowances = allowances
        self.changed = changed
    }

    /// How many each person may make of something, as usual or as the operator says.
    package subscript(_ allowance: Allowance) -> Int {
        get { changed[allowance.name] ?? allowance.usual }
        set { changed[allowance.name] = newValue }
    }

    /// What was changed and isn't as usual, by the allowances' names.
    var unusual: [String: Int] {
        changed.filter { name, limit in !allowances.contains { $0.name == name && $0.usual == limit } }
    }

    /// - Throws: `invalid` naming each limit that is out of range.
    func requireRange() throws {
        let faults = allowances.filter { !Self.range.contains(self[$0]) }.map {
            FieldFault(
                field: $0.field, code: .outOfRange, message: "must be from \(Self.range.words)")
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }
}

extension TenantLimits: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        for allowance in allowances { try container.encode(self[allowance], forKey: FieldName(stringValue: allowance.field)) }
    }
}
