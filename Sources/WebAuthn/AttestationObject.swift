/// What an authenticator answers to a registration (section 6.5.4). Nothing in it has been verified yet.
struct AttestationObject {
    /// The name of the attestation statement's format.
    let format: [UInt8]
    let statement: CBOR
    let authenticatorData: [UInt8]

    /// Reads an attestation object; nil if it lacks one of its three members.
    init?(_ bytes: [UInt8]) throws(CBORFault) {
        let object = try CBORReader.read(bytes)
        guard let format = object["fmt"]?.text, let statement = object["attStmt"], let data = object["authData"]?.bytes else { return nil }
        (self.format, self.statement, authenticatorData) = (format, statement, data)
    }

    /// Whether the format is `none`, whose statement is an empty map (section 8.7).
    var isNone: Bool { format.elementsEqual("none".utf8) }
}
