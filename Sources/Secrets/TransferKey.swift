/// The public half of the key with which another deployment encrypts secrets for this one. The private half is derived
/// from the master key, so it never leaves the deployment, and changes with the master key.
public struct TransferKey: Sendable, Equatable {
    private static let hpke = HPKE(info: Array("davenport transfer".utf8))
    private let bytes: [UInt8]

    /// The beginning of each key. Without it, one key in 64 would begin with a dash, and look like an option of a command.
    private static let prefix = "davenport_transfer_"

    /// Parses a public half; nil if the text isn't one.
    /// - Parameter text: `text`, or the same without its prefix, as older versions print it.
    public init?(_ text: String) {
        let text = text.hasPrefix(Self.prefix) ? String(text.dropFirst(Self.prefix.count)) : text
        guard let bytes = Base64.url.decode(text.utf8), bytes.count == X25519Key.length else { return nil }
        self.bytes = bytes
    }

    fileprivate init(_ key: X25519Key) { bytes = key.publicHalf }

    /// The public half: a prefix, and 32 bytes in base64url. It isn't secret.
    public var text: String { Self.prefix + Base64.url.encode(bytes) }

    /// Encrypts a secret for the deployment that has the private half. Nobody else can open it, not even the sender.
    /// - Parameter place: what the secret belongs to, such as the tenant. Only a call of `open` with the same text can
    ///   decrypt the secret.
    /// - Throws: `SealedBox.Unopenable` if no deployment can have the private half.
    public func seal(_ secret: [UInt8], for place: String) throws(SealedBox.Unopenable) -> [UInt8] {
        guard let box = Self.hpke.seal(secret, for: bytes, associatedData: Array(place.utf8)) else { throw SealedBox.Unopenable() }
        return box
    }

    fileprivate static func open(_ box: [UInt8], with key: X25519Key, for place: String) throws(SealedBox.Unopenable) -> [UInt8] {
        guard let secret = hpke.open(box, with: key, associatedData: Array(place.utf8)) else { throw SealedBox.Unopenable() }
        return secret
    }
}

extension MasterKey {
    /// The public half that other deployments need to encrypt secrets for this one.
    public var transferKey: TransferKey { TransferKey(privateHalf) }

    /// Decrypts a secret that another deployment has encrypted with the public half of this key.
    /// - Throws: `SealedBox.Unopenable` if it was encrypted with another key or for another place, or is damaged.
    public func openTransferred(_ box: [UInt8], for place: String) throws(SealedBox.Unopenable) -> [UInt8] {
        try TransferKey.open(box, with: privateHalf, for: place)
    }

    private var privateHalf: X25519Key { X25519Key(derived(for: "davenport transfer key")) }
}
