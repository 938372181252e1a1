/// The key that a deployment keeps outside of its database, and under which the data keys of sealed secrets are sealed.
public struct MasterKey: Sendable {
    /// Tells which master key something was sealed under; says nothing about the key: 16 hexadecimal digits of its SHA-256.
    public let id: String
    private let bytes: [UInt8]

    /// - Parameter base64: 32 bytes in base64; white space around it doesn't matter. Nil for anything else.
    public init?(base64: String) {
        let digits = base64.filter { !$0.isWhitespace }.utf8.filter { $0 != UInt8(ascii: "=") }
        guard let bytes = Base64.standard.decode(digits), bytes.count == SealedBox.keyLength else { return nil }
        self.bytes = bytes
        id = Digest.sha256(Array("davenport master key".utf8) + bytes).prefix(8).hexadecimal
    }

    /// A new one, as it is kept: in base64.
    public static func generate() -> String {
        Base64.standard.encode(Randomness.bytes(SealedBox.keyLength)) + "="
    }

    fileprivate func wrap(_ key: [UInt8], for place: [UInt8]) -> [UInt8] { SealedBox.seal(key, under: bytes, for: place) }

    fileprivate func unwrap(_ box: [UInt8], for place: [UInt8]) throws -> [UInt8] { try SealedBox.open(box, under: bytes, for: place) }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "MasterKey(\(id))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret as it is stored: sealed under a random data key of its own, and that under the master key. So a new master key re-wraps the
/// data keys alone.
public struct Envelope: Sendable, Equatable {
    /// The id of the master key.
    public let kekID: String
    public let wrappedKey: [UInt8]
    public let sealed: [UInt8]

    /// Why an envelope stays closed.
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

    /// Seals a secret.
    /// - Parameter place: what the secret belongs to, such as the tenant and the row: it can't be opened anywhere else.
    public init(sealing secret: [UInt8], under master: MasterKey, for place: String) {
        let dataKey = Randomness.bytes(SealedBox.keyLength)
        let place = Array(place.utf8)
        self.init(
            kekID: master.id, wrappedKey: master.wrap(dataKey, for: place), sealed: SealedBox.seal(secret, under: dataKey, for: place))
    }

    /// The secret.
    /// - Throws: `Failure` for another master key, `SealedBox.Unopenable` for another place or damage.
    public func open(with master: MasterKey, for place: String) throws -> [UInt8] {
        try SealedBox.open(sealed, under: dataKey(master, place), for: Array(place.utf8))
    }

    /// The same secret under another master key. - Throws: as `open`.
    public func rewrapped(from old: MasterKey, to new: MasterKey, for place: String) throws -> Envelope {
        Envelope(kekID: new.id, wrappedKey: new.wrap(try dataKey(old, place), for: Array(place.utf8)), sealed: sealed)
    }

    private func dataKey(_ master: MasterKey, _ place: String) throws -> [UInt8] {
        guard master.id == kekID else { throw Failure.otherMasterKey(sealedUnder: kekID) }
        return try master.unwrap(wrappedKey, for: Array(place.utf8))
    }
}
