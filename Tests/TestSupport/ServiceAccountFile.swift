import Secrets

/// The file of a service account of Google's, as an operator downloads it.
public enum ServiceAccountFile {
    /// The private key of all accounts, because a key of RSA takes long to make.
    public static let pem = RS256SigningKey.generate().pem
    public static let project = "sofa-1a2b3"
    public static let email = "firebase-adminsdk@sofa-1a2b3.iam.gserviceaccount.com"
    public static let keyID = "0123456789abcdef0123456789abcdef01234567"
    /// Where Google's accounts get access tokens.
    public static let tokenURL = "https://oauth2.googleapis.com/token"

    /// Returns a file.
    /// - Parameter replacing: values of fields that replace the right ones.
    public static func text(_ replacing: [String: String] = [:], pem: String = pem) -> String {
        let fields = [
            "type": "service_account", "project_id": project, "private_key_id": keyID, "private_key": pem, "client_email": email,
            "client_id": "101", "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": tokenURL,
            "universe_domain": "googleapis.com",
        ].merging(replacing) { $1 }
        let lines = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value.replacing("\n", with: "\\n"))\"" }
        return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
    }
}
