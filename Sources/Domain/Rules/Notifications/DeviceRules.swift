import Foundation

/// How many devices somebody is told on, and when their push key is at fault and not they (rules 9 and 21).
enum DeviceRules {
    /// Nobody carries more: what was confirmed longest ago goes.
    static let limit = 20
    /// A device that Apple refused so often is forgotten.
    static let refusals = 2

    /// Whoever registered a device again, which Apple found gone, is told there after so many seconds.
    static let registeredAgain: TimeInterval = 60

    /// How long Apple's refusals are counted together, in seconds.
    static let refusalWindow = 3600
    /// A key's setting may be wrong where devices of so many people were refused in that time.
    static let refusedPeople = 20
    /// It is wrong where they are also more than this part of all people whom the key serves: a fifth.
    static let refusedPart = 5
}
