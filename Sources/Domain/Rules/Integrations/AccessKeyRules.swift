import DavenportAPI
import Secrets

/// The addresses of keys (rules 25).
enum AccessKeyRules {
    /// The end of a calendar's address, by which some programs recognise a calendar.
    static let calendarExtension = ".ics"

    /// Returns the absolute path of a key's address: that of the endpoint which admits keys of this purpose.
    static func path(of secret: KeySecret, for purpose: AccessKeyPurpose) -> String {
        let pattern = Endpoints.all.first { $0.who == .key(purpose) }?.path ?? ""
        return pattern.replacing("{secret}", with: secret.text) + (purpose == .calendar ? calendarExtension : "")
    }
}
