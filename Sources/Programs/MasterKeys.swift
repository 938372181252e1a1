import Foundation
import Secrets
import Settings

extension DatabaseOptions {
    /// Returns the master key, which encrypts the tenants' push keys and the secrets of webhooks. It is the configured one, or
    /// else the one that `davenport dev` made for its private PostgreSQL.
    /// - Throws: `Failure` if there is no key, or if it isn't 32 bytes in base64.
    public func masterKey(_ configuration: Configuration) throws -> MasterKey {
        if let text = configuration.masterKey { return try parsed(text, from: "MASTER_KEY") }
        if let file = configuration.masterKeyFile { return try Self.masterKey(in: file) }
        guard isPrivate(configuration), FileManager.default.fileExists(atPath: privateMasterKey) else {
            throw Failure("Set MASTER_KEY or MASTER_KEY_FILE: 32 bytes in base64, made for instance with: openssl rand -base64 32")
        }
        return try Self.masterKey(in: privateMasterKey)
    }

    /// Returns the master key; nil if no setting names one.
    /// - Throws: `Failure` if there is one that isn't 32 bytes in base64.
    public func optionalMasterKey(_ configuration: Configuration) throws -> MasterKey? {
        let isSet = configuration.masterKey != nil || configuration.masterKeyFile != nil
        let isMade = isPrivate(configuration) && FileManager.default.fileExists(atPath: privateMasterKey)
        return isSet || isMade ? try masterKey(configuration) : nil
    }

    /// The path of the file with the private PostgreSQL's master key.
    public var privateMasterKey: String { data + "/master.key" }

    /// Reads a master key from a file.
    /// - Throws: `Failure` if the file can't be read or doesn't contain a master key.
    public static func masterKey(in file: String) throws -> MasterKey {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { throw Failure("The file \(file) can't be read.") }
        guard let key = MasterKey(base64: text) else { throw Failure("The file \(file) doesn't hold 32 bytes in base64.") }
        return key
    }

    private func parsed(_ text: String, from name: String) throws -> MasterKey {
        guard let key = MasterKey(base64: text) else { throw Failure("\(name) must be 32 bytes in base64.") }
        return key
    }
}
