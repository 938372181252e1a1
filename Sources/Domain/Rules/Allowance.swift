import DavenportAPI
import Foundation

/// What each person may make only so many of in a while (rules.md 20): declared in the `Rules/` of its area, which brings it.
package struct Allowance: Sendable, Hashable {
    /// What is made: by it the operators' changes are stored.
    package let name: String
    /// How many, unless the tenant's operator says otherwise.
    package let usual: Int
    /// A while.
    package let window: Window

    /// From the first of what is counted together to the end of all.
    package enum Window: String, Sendable {
        case minute
        case hour
    }

    package init(_ name: String, _ usual: Int, a window: Window) {
        self.name = name
        self.usual = usual
        self.window = window
    }

    /// The length of the window.
    package var seconds: TimeInterval {
        switch window {
        case .minute: 60
        case .hour: 3600
        }
    }

    /// As operators know it: `invitesPerHour`.
    var field: String { "\(name)Per\(window.rawValue.capitalized)" }
}

extension Allowance {
    package static let invites = Allowance("invites", 60, a: .hour)
    package static let friendRequests = Allowance("friendRequests", 60, a: .hour)
}

/// How many of what each person of a tenant may make.
public struct TenantLimits: Sendable {
    /// How many of anything an operator can allow.
    static let range = 1...1_000_000

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
                field: $0.field, code: .outOfRange, message: "must be from \(Self.range.lowerBound) to \(Self.range.upperBound)")
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
