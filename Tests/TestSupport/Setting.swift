import Foundation

/// Returns a number that makes a test longer or shorter, or repeats a run by its seed.
/// - Parameter name: the variable of the environment.
/// - Returns: nil if it isn't set, or isn't such a number.
public func setting<Number: FixedWidthInteger>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
}
