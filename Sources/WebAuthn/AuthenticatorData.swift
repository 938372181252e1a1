/// What an authenticator signs beside the client's data (section 6.1). Nothing in it has been verified yet.
struct AuthenticatorData {
    let relyingPartyHash: [UInt8]
    let flags: Flags
    let signCount: UInt32
    let credential: AttestedCredential?

    struct Flags: OptionSet {
        let rawValue: UInt8

        /// UP: somebody touched the authenticator.
        static let userPresent = Flags(rawValue: 1 << 0)
        /// UV
        static let userVerified = Flags(rawValue: 1 << 2)
        /// BE
        static let backupEligible = Flags(rawValue: 1 << 3)
        /// BS
        static let backedUp = Flags(rawValue: 1 << 4)
        /// AT: a credential follows.
        static let attestedCredential = Flags(rawValue: 1 << 6)
        /// ED: extensions follow.
        static let extensions = Flags(rawValue: 1 << 7)
    }

    /// A new passkey in authenticator data (section 6.5.1).
    struct AttestedCredential {
        let aaguid: [UInt8]
        let id: [UInt8]
        /// The public key as the authenticator wrote it.
        let publicKey: [UInt8]
    }

    /// Reads authenticator data. Nothing may follow what the flags announce.
    init(_ bytes: [UInt8]) throws(CBORFault) {
        var reader = CBORReader(bytes)
        relyingPartyHash = try reader.take(32)
        flags = Flags(rawValue: try reader.take(1)[0])
        signCount = try reader.take(4).reduce(0) { $0 << 8 | UInt32($1) }
        credential = try flags.contains(.attestedCredential) ? Self.credential(bytes, &reader) : nil
        // The caller asks for no extension, and ignores those that a client or an authenticator adds by itself.
        if flags.contains(.extensions) {
            guard case .map = try reader.takeValue() else { throw .noMap }
        }
        try reader.takeEnd()
    }

    private static func credential(_ bytes: [UInt8], _ reader: inout CBORReader) throws(CBORFault) -> AttestedCredential {
        let aaguid = try reader.take(16)
        let length = try reader.take(2).reduce(0) { $0 << 8 | Int($1) }
        let id = try reader.take(length)
        let start = reader.position
        _ = try reader.takeValue()
        return AttestedCredential(aaguid: aaguid, id: id, publicKey: Array(bytes[start..<reader.position]))
    }
}
