/// A variant of Base64 without padding. Decoding is strict: it accepts exactly one text for each sequence of bytes.
public struct Base64: Sendable {
    /// RFC 4648's standard alphabet, for stored password hashes.
    public static let standard = Base64(alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    /// RFC 4648's alphabet for URLs and file names (base64url), for tokens.
    public static let url = Base64(alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static let none: UInt8 = 0xff
    private let digits: [UInt8]
    private let values: [UInt8]

    private init(alphabet: String) {
        digits = Array(alphabet.utf8)
        var values = [UInt8](repeating: Self.none, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        self.values = values
    }

    /// Returns the bytes as text, without padding.
    public func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(digits[Int(buffer >> bits & 0x3f)])
            }
        }
        if bits > 0 { text.append(digits[Int(buffer << (6 - bits) & 0x3f)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes that a text encodes. It returns nil for any text that `encode` never produces: one with
    /// characters of another alphabet, padding, an impossible length, or set bits after the last byte.
    public func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for character in text {
            let value = values[Int(character)]
            guard value != Self.none else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        // Six remaining bits mean one character too many. A set bit in the rest means a second spelling of the same bytes.
        return bits < 6 && buffer & (1 << bits - 1) == 0 ? bytes : nil
    }
}
