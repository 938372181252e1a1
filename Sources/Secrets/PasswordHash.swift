/// A password's hash with everything needed to verify it, as text: `$scrypt$ln=15,r=8,p=3$salt$hash`, after the PHC string format.
struct PasswordHash {
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
    /// Nil for whatever `text` can't have written.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let parameters = Self.parameters(parts[2]),
            let salt = Base64.standard.decode(parts[3].utf8), salt.count == Self.saltLength,
            let hash = Base64.standard.decode(parts[4].utf8), hash.count == Self.hashLength
        else { return nil }
        self.init(parameters: parameters, salt: salt, hash: hash)
        // Numbers have other spellings: `+15`, `015`.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    private static func parameters(_ text: Substring) -> ScryptParameters? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3,
            let log = number(fields[0], after: "ln="), (1...20).contains(log),
            let r = number(fields[1], after: "r="),
            let p = number(fields[2], after: "p=")
        else { return nil }
        return ScryptParameters(n: 1 << log, r: r, p: p)
    }

    private static func number(_ field: Substring, after key: String) -> Int? {
        field.hasPrefix(key) ? Int(field.dropFirst(key.count)) : nil
    }
}
