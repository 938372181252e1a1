/// The key that encrypts the data keys of stored secrets. Each stored secret is encrypted with a data key of its own.
/// The master key is kept outside of the database.
public struct MasterKey: Sendable {
    /// An id of the master key that doesn't reveal it: 16 hexadecimal digits of the key's SHA-256.
    public let id: String
    private let bytes: [UInt8]

    /// Parses a key; nil if the text isn't a valid key.
    /// - Parameter base64: 32 bytes in base64, with or without white space around them.
    public init?(base64: String) {
        let digits = base64.filter { !$0.isWhitespace }.utf8.filter { $0 != UInt8(ascii: "=") }
        guard let bytes = Base64.standard.decode(digits), bytes.count == SealedBox.keyLength else { return nil }
        self.bytes = bytes
        id = Digest.sha256(Array("davenport master key".utf8) + bytes).prefix(8).hexadecimal
    }

    /// Makes a new random key and returns it in base64.
    public static func generate() -> String {
        Base64.standard.encode(Randomness.bytes(SealedBox.keyLength)) + "="
    }

    /// Returns 32 bytes that are derived from the key, others for each purpose. They don't reveal the key.
    func derived(for purpose: String) -> [UInt8] { HKDF.sha256(bytes, salt: [], info: Array(purpose.utf8), count: 32) }

    fileprivate func wrap(_ key: [UInt8], for place: [UInt8]) -> [UInt8] { SealedBox.seal(key, under: bytes, for: place) }

    fileprivate func unwrap(_ box: [UInt8], for place: [UInt8]) throws -> [UInt8] { try SealedBox.open(box, under: bytes, for: place) }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "MasterKey(\(id))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret in its stored form. The secret is encrypted with a random data key of its own, and the data key is
/// encrypted with the master key. So when the master key changes, only the data keys need to be encrypted again.
public struct Envelope: Sendable, Equatable {
    /// The id of the master key that encrypts the data key.
    public let kekID: String
    public let wrappedKey: [UInt8]
    public let sealed: [UInt8]

    /// The reason why an envelope can't be opened.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        case otherMasterKey(sealedUnder: String)

        public var description: String {
            switch self {
            case .otherMasterKey(let id): "It was sealed under another master key, whose id is \(id)."
            }
        }
    }

    public init(kekID: String, wrappedKey: [UInt8], sealed: [UInt8]) {
        self.kekID = kekID
        self.wrappedKey = wrappedKey
        self.sealed = sealed
    }

    /// Makes an envelope of a secret that is encrypted already, when it arrives from another deployment.
    /// - Parameters:
    ///   - sealed: the secret, encrypted with the data key.
    ///   - dataKey: 32 bytes.
    public init(sealed: [UInt8], dataKey: [UInt8], under master: MasterKey, for place: String) {
        self.init(kekID: master.id, wrappedKey: master.wrap(dataKey, for: Array(place.utf8)), sealed: sealed)
    }

    /// Encrypts a secret.
    /// - Parameter place: what the secret belongs to, such as the tenant and the row. Only a call of `open` with the
    ///   same text can decrypt the secret.
    public init(sealing secret: [UInt8], under master: MasterKey, for place: String) {
        let dataKey = Randomness.bytes(SealedBox.keyLength)
        let place = Array(place.utf8)
        self.init(
            kekID: master.id, wrappedKey: master.wrap(dataKey, for: place), sealed: SealedBox.seal(secret, under: dataKey, for: place))
    }

    /// Decrypts the secret and returns it.
    /// - Parameter place: the text that was given when the secret was encrypted, which says what the secret belongs to.
    /// - Throws: `Failure` if the envelope has another master key; `SealedBox.Unopenable` if the secret belongs to
    ///   another place or is damaged.
    public func open(with master: MasterKey, for place: String) throws -> [UInt8] {
        try SealedBox.open(sealed, under: dataKey(with: master, for: place), for: Array(place.utf8))
    }

    /// Returns a new envelope with the same secret, whose data key is encrypted with another master key.
    /// - Throws: the errors of `open`.
    public func rewrapped(from old: MasterKey, to new: MasterKey, for place: String) throws -> Envelope {
        Envelope(kekID: new.id, wrappedKey: new.wrap(try dataKey(with: old, for: place), for: Array(place.utf8)), sealed: sealed)
    }

    /// Returns the data key, 32 bytes, which takes part in a transfer to another deployment.
    /// - Throws: the errors of `open`.
    public func dataKey(with master: MasterKey, for place: String) throws -> [UInt8] {
        guard master.id == kekID else { throw Failure.otherMasterKey(sealedUnder: kekID) }
        return try master.unwrap(wrappedKey, for: Array(place.utf8))
    }
}
