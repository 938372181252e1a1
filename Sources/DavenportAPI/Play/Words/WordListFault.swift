/// A fault in a word list file, or in the input for making one.
public struct WordListFault: Error, Equatable, CustomStringConvertible {
    /// The number of the faulty line, from 1; nil if the fault has no particular line.
    public let line: Int?
    /// The description of the fault, without a capital letter at its beginning and without a full stop at its end.
    public let reason: String

    init(line: Int? = nil, _ reason: String) {
        (self.line, self.reason) = (line, reason)
    }

    public var description: String {
        line.map { "Line \($0): \(reason)." } ?? reason.prefix(1).uppercased() + reason.dropFirst() + "."
    }
}
