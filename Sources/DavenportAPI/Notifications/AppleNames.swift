/// The syntax of device tokens of the Apple Push Notification service (APNs).
enum DeviceToken {
    /// The allowed number of bytes of a device token. Apple promises no length, so the upper limit leaves a margin. The
    /// database table `devices` has the same limits, and a test compares the two.
    static let bytes = 8...100

    /// The syntax of a device token as a regular expression: hexadecimal digits in upper or lower case.
    static let pattern = "^(?:[0-9A-Fa-f]{2}){\(bytes.lowerBound),\(bytes.upperBound)}$"

    static func isOne(_ text: String) -> Bool {
        let digits = text.utf8.count
        return digits.isMultiple(of: 2) && bytes.contains(digits / 2)
            && text.utf8.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }
}

/// The syntax of bundle ids, which identify apps for Apple's systems, such as `org.example.sofa`. A device's APNs topic
/// is the bundle id of its app.
package enum BundleID {
    private static let length = 1...155

    /// The syntax of a bundle id as a regular expression: letters, digits, `.`, `-` and `_`.
    static let pattern = "^[A-Za-z0-9._-]{\(length.lowerBound),\(length.upperBound)}$"

    /// The error message for a malformed bundle id. It continues a sentence that begins with the field's name.
    package static let expectation = "must be an app's bundle id, as org.example.sofa"

    /// Whether a text has the syntax of a bundle id.
    package static func isOne(_ text: String) -> Bool {
        length.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension FieldType<String> {
    /// A device token in hexadecimal, any case, converted to lower case.
    static var apnsToken: Self {
        string.map("", schema: { .matching(DeviceToken.pattern) }) { text throws(FieldReason) in
            guard DeviceToken.isOne(text) else { throw FieldReason(.malformed, "must be the device token in hexadecimal") }
            return text.lowercased()
        }
    }

    /// An app's bundle id: 1 to 155 letters, digits, `.`, `-` and `_`.
    package static var topic: Self {
        string.map("", schema: { .matching(BundleID.pattern) }) { text throws(FieldReason) in
            guard BundleID.isOne(text) else { throw FieldReason(.malformed, BundleID.expectation) }
            return text
        }
    }
}
