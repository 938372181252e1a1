/// The text with which a client marks a request, and which the server repeats in its answer (rule 10.15). By it the
/// client knows that Davenport answered, and answered this request.
package enum Echo {
    /// The name of the header, in requests and in answers.
    package static let header = "Davenport-Echo"
    /// How many characters an echo has.
    package static let length = 8...64

    /// Whether a text is an echo: letters and digits of ASCII, `-` and `_`, so it can't inject anything into a header.
    package static func isValid(_ text: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy(isPlain)
    }

    /// Makes an echo that no other request has: 22 random characters, which are 132 bits.
    package static func random() -> String {
        var random = SystemRandomNumberGenerator()
        return String(decoding: (0..<22).map { _ in alphabet[Int(random.next() % 64)] }, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
