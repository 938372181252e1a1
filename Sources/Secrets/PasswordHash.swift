/// The hash of a password, with its salt and its cost. Its text is in the PHC string format:
/// `$scrypt$ln=15,r=8,p=3$salt$hash`.
package struct PasswordHash {
    let parameters: ScryptParameters
    let salt: [UInt8]
    let hash: [UInt8]

    static let saltLength = 16
    static let hashLength = 32

    var text: String {
        let cost = "ln=\(parameters.n.trailingZeroBitCount),r=\(parameters.r),p=\(parameters.p)"
        return "$scrypt$\(cost)$\(Base64.standard.encode(salt))$\(Base64.standard.encode(hash))"
    }
}

extension PasswordHash {
    /// The maximum number of bytes of a text that is parsed. The text of a hash is always shorter.
    private static let textLimit = 128

    /// Returns whether the server can verify passwords against this stored hash. It must be well formed, and its cost
    /// must be within the limits of `ScryptParameters`. With any other stored text, each log-in fails as with a wrong
    /// password.
    package static func isAcceptable(_ text: String) -> Bool { PasswordHash(text) != nil }

    /// Parses a stored hash in the PHC string format. The result is nil for a text that this type never writes, and for
    /// a cost beyond the limits of `ScryptParameters`.
    init?(_ text: String) {
        guard text.utf8.count <= Self.textLimit else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1].elementsEqual("scrypt".utf8),
            let parameters = Self.parameters(parts[2]),
            let salt = Base64.standard.decode(parts[3]), salt.count == Self.saltLength,
            let hash = Base64.standard.decode(parts[4]), hash.count == Self.hashLength
        else { return nil }
        self.init(parameters: parameters, salt: salt, hash: hash)
        // Refuse other spellings of numbers, such as `+15` and `015`.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    private static func parameters(_ text: Substring.UTF8View) -> ScryptParameters? {
        let fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard fields.count == 3,
            let log = number(fields[0], after: "ln="), (1...20).contains(log),
            let r = number(fields[1], after: "r="),
            let p = number(fields[2], after: "p=")
        else { return nil }
        return ScryptParameters(n: 1 << log, r: r, p: p)
    }

    private static func number(_ field: Substring.UTF8View, after key: String) -> Int? {
        field.starts(with: key.utf8) ? Int(Substring(field.dropFirst(key.utf8.count))) : nil
    }
}
