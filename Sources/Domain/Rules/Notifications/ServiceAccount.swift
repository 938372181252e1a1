import Foundation
import Secrets
import UntrustedText

/// A service account of Google's, from the file that Google's console makes for it. With its key, the worker gets the access
/// tokens by which FCM takes pushes to the Android devices of one project.
public struct ServiceAccount: Sendable {
    /// The reason why a text isn't such a file.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    /// The id of the project whose app gets the pushes, such as `sofa-1a2b3`.
    public let project: String
    /// The account's e-mail address.
    public let email: String
    /// Google's id of the key.
    public let keyID: String
    /// Where the account gets access tokens. It comes from the file, so check it with `PushServiceHosts` before each use.
    public let tokenURL: String
    public let key: RS256SigningKey

    /// The maximum number of bytes of a file. One with a key of 4096 bits has about 4,000.
    static let limit = 8000

    private struct File: Decodable {
        let type: String
        let projectID: String
        let email: String
        let keyID: String
        let key: String
        let tokenURL: String

        enum CodingKeys: String, CodingKey {
            case type
            case projectID = "project_id"
            case email = "client_email"
            case keyID = "private_key_id"
            case key = "private_key"
            case tokenURL = "token_uri"
        }
    }

    /// Reads the text of a file.
    /// - Throws: `Fault` if the text isn't such a file, or its key isn't one of RSA.
    public init(file text: String) throws(Fault) {
        guard text.utf8.count <= Self.limit, let file = try? File(untrustedJSON: Array(text.utf8)), file.type == "service_account" else {
            throw Fault(description: "it isn't the file of a service account, as Google's console makes it: JSON with a private_key")
        }
        guard Self.isProject(file.projectID), Self.isEmail(file.email), Self.isKeyID(file.keyID) else {
            throw Fault(description: "its project_id, client_email or private_key_id isn't one of Google's")
        }
        guard PushServiceAddress(file.tokenURL) != nil else { throw Fault(description: "its token_uri is no address of https") }
        guard let key = RS256SigningKey(pem: file.key) else { throw Fault(description: "its private_key is no key of RSA in PEM") }
        (project, email, keyID, tokenURL) = (file.projectID, file.email, file.keyID, file.tokenURL)
        self.key = key
    }

    /// Whether a text is the id of a project. It then can be a part of a URL's path.
    static func isProject(_ text: String) -> Bool { text.wholeMatch(of: /[a-z][a-z0-9-]{4,28}[a-z0-9]/) != nil }

    /// Whether a text is the address of a service account.
    static func isEmail(_ text: String) -> Bool {
        text.utf8.count <= 200 && text.wholeMatch(of: /[a-z0-9-]+@([a-z0-9-]+\.)+gserviceaccount\.com/) != nil
    }

    /// Whether a text is the id of a service account's key.
    static func isKeyID(_ text: String) -> Bool { text.wholeMatch(of: /[0-9a-f]{40}/) != nil }
}
