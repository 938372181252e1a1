/// How many devices somebody is told on, and when their push key is at fault and not they (rules.md 20 and 21).
enum DeviceRules {
    /// Nobody carries more: what was confirmed longest ago goes.
    static let limit = 20
    /// A device that Apple refused so often is forgotten.
    static let refusals = 2

    /// The setting is wrong where within this time, in seconds,
    static let refusalWindow = 3600
    /// so many people's devices were refused,
    static let refusedPeople = 20
    /// and more than this part of all people's whom the key serves.
    static let refusedPart = 5
}
