import DavenportAPI
import Foundation
import Secrets

/// A stand-in for Apple's App Store, which signs purchases with its own certificates.
public struct TestStore: Sendable {
    public static let leafMark = "1.2.840.113635.100.6.11.1"
    public static let intermediateMark = "1.2.840.113635.100.6.2.1"
    /// The store whose root the tests' servers trust.
    public static let trusted = TestStore()

    public let root: TestCertificate
    public let intermediate: TestCertificate
    public let leaf: TestCertificate

    /// - Parameter curve: the curve of the root and intermediate certificates. Apple's are on P-384.
    public init(curve: String = "P-256") {
        let root = TestCertificate("Test Root", curve: curve, isAuthority: true)
        self.init(root: root, intermediate: Self.intermediate(by: root, curve: curve))
    }

    /// - Parameter leaf: the leaf certificate; nil makes a correct one.
    public init(root: TestCertificate, intermediate: TestCertificate, leaf: TestCertificate? = nil) {
        (self.root, self.intermediate) = (root, intermediate)
        self.leaf = leaf ?? Self.leaf(by: intermediate)
    }

    public static func intermediate(
        by root: TestCertificate, curve: String = "P-256", isAuthority: Bool = true, marks: [String] = [TestStore.intermediateMark],
        valid span: ClosedRange<Date>? = nil
    ) -> TestCertificate {
        TestCertificate("Test Intermediate", by: root, curve: curve, isAuthority: isAuthority, marks: marks, valid: span)
    }

    public static func leaf(
        by intermediate: TestCertificate, curve: String = "P-256", marks: [String] = [TestStore.leafMark],
        valid span: ClosedRange<Date>? = nil
    ) -> TestCertificate {
        TestCertificate("Test Leaf", by: intermediate, curve: curve, marks: marks, valid: span)
    }

    /// The certificates of the header `x5c`.
    public var chain: [TestCertificate] { [leaf, intermediate, root] }

    /// Signs a payload as a JWS in compact form.
    /// - Parameters:
    ///   - algorithm: the header's `alg`.
    ///   - chain: the header's certificates; nil is the store's own.
    ///   - key: the key that signs; nil is the leaf's.
    public func sign(
        _ payload: Body, algorithm: String = "ES256", chain: [TestCertificate]? = nil, key: SigningKey? = nil
    ) throws -> String {
        let certificates = (chain ?? self.chain).map { JSONValue.string(Data($0.der).base64EncodedString()) }
        return try sign(.object(payload), header: ["alg": .string(algorithm), "x5c": .list(certificates)], key: key)
    }

    /// Signs a payload under a header that the test has made.
    public func sign(_ payload: JSONValue, header: JSONValue, key: SigningKey? = nil) throws -> String {
        let signed = Base64.url.encode(header.description.utf8) + "." + Base64.url.encode(payload.description.utf8)
        return signed + "." + Base64.url.encode(try (key ?? leaf.signingKey).sign(Array(signed.utf8)))
    }
}

extension JSONValue {
    fileprivate static func object(_ body: Body) -> JSONValue { .object(body.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) }) }
}

extension TestStore {
    /// The bundle id of the app.
    public static let bundle = "org.example.sofa"

    /// Returns a purchase in the App Store's format.
    /// - Parameters:
    ///   - id: the id of the original transaction.
    ///   - signed: the time of signing, by the real clock.
    ///   - account: the user id that the app set.
    public static func transaction(
        _ id: String = "2000000123456789", product: String = "org.example.sofa.archive", type: String = "Non-Consumable",
        bundle: String = TestStore.bundle, environment: String = "Production", signed: Date = Date(), purchased: Date? = nil,
        expires: Date? = nil,
        revoked: Date? = nil, account: String? = nil
    ) -> Body {
        let dates: [String: Date?] = [
            "signedDate": signed, "purchaseDate": purchased ?? signed, "expiresDate": expires, "revocationDate": revoked,
        ]
        var body: Body = [
            "transactionId": .string(id), "originalTransactionId": .string(id), "productId": .string(product), "type": .string(type),
            "bundleId": .string(bundle), "environment": .string(environment), "inAppOwnershipType": "PURCHASED", "quantity": 1,
        ]
        for (name, date) in dates { if let date { body[name] = .integer(Int((date.timeIntervalSince1970 * 1000).rounded())) } }
        if let account { body["appAccountToken"] = .string(account) }
        return body
    }

    /// Signs a notification about a transaction, or about none.
    public func notification(
        _ transaction: Body?, bundle: String = TestStore.bundle, environment: String = "Production", signed: Date = Date(),
        by other: TestStore? = nil
    ) throws -> String {
        var data: JSONValue = ["bundleId": .string(bundle), "environment": .string(environment), "status": 1]
        if let transaction { data["signedTransactionInfo"] = .string(try (other ?? self).sign(transaction)) }
        return try sign([
            "notificationType": "REFUND", "notificationUUID": .string(UUID().uuidString.lowercased()), "version": "2.0",
            "signedDate": .integer(Int((signed.timeIntervalSince1970 * 1000).rounded())), "data": data,
        ])
    }
}
