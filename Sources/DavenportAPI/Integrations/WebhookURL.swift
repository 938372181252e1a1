/// The address of a webhook in its parts. A text that another parser might read differently isn't one.
package struct WebhookURL: Sendable, Equatable {
    /// A host name, or an IP address without brackets.
    package let host: String
    package let port: Int
    /// The path and the query, beginning with a slash.
    package let target: String
    /// The host and the port as the header `Host` names them.
    package let authority: String

    /// The maximum number of characters.
    static let length = 2000

    /// The form of an address, for the OpenAPI document.
    fileprivate static let pattern =
        #"^https://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:[1-9][0-9]{0,4})?(/[\x21\x22\x24-\x7E]*)?$"#

    /// Parses an address; nil unless it is `https`, and has a host in ASCII, no user and no fragment.
    package init?(_ text: String) {
        let form = /https:\/\/((?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9](?:[A-Za-z0-9.\-]*[A-Za-z0-9])?))(?::([1-9][0-9]{0,4}))?)(\/[!-"$-~]*)?/
        guard text.utf8.count <= Self.length, let match = text.wholeMatch(of: form), let host = match.2 ?? match.3 else { return nil }
        let port = match.4.map { UInt16($0) ?? 0 } ?? 443
        guard port > 0 else { return nil }
        (self.host, self.port) = (String(host), Int(port))
        (target, authority) = (match.5.map { String($0) } ?? "/", String(match.1))
    }
}

extension FieldType<String> {
    /// The address of a webhook.
    package static var webhookURL: Self {
        string.map("", schema: { ["type": "string", "pattern": .string(WebhookURL.pattern), "maxLength": .integer(WebhookURL.length)] }) {
            text throws(FieldReason) in
            guard WebhookURL(text) != nil else {
                throw FieldReason(.malformed, "must begin with https://, and have no user, no # and only ASCII")
            }
            return text
        }
    }
}
