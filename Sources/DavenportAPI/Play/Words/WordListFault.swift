/// What is wrong with a file of words, or with what one shall be made of.
public struct WordListFault: Error, Equatable, CustomStringConvertible {
    /// The line that is wrong, from 1; nil where it is none in particular.
    public let line: Int?
    /// A whole sentence without its beginning: "there is no …".
    public let reason: String

    init(line: Int? = nil, _ reason: String) {
        (self.line, self.reason) = (line, reason)
    }

    public var description: String {
        line.map { "Line \($0): \(reason)." } ?? reason.prefix(1).uppercased() + reason.dropFirst() + "."
    }
}
