import DavenportAPI
import Foundation
import TestSupport
import Testing

@testable import Secrets

@Suite("rules 12: only the App Store's signatures are accepted")
struct SignedTransactionTests {
    /// The fields of a transaction that these tests read.
    private struct Signed: SignedPayload {
        let signedDate: Int
        let productId: String
    }

    private let store = TestStore()

    /// Returns the reason why a text is refused, nil if it is accepted.
    private func fault(_ text: String, rootsOf store: TestStore? = nil) throws -> SignedPayloadFault? {
        let payloads = try SignedPayloads(roots: (store ?? self.store).root.pem)
        do {
            #expect(try payloads.verify(text, as: Signed.self).productId == "org.example.sofa.archive")
            return nil
        } catch {
            return error
        }
    }

    /// Shows rule 12.49.
    @Test("A chain to a trusted root is accepted, on P-256 and as Apple's on P-384, with any other header fields")
    func taken() throws {
        #expect(try fault(try store.sign(TestStore.transaction())) == nil)
        let apple = TestStore(curve: "P-384")
        #expect(try fault(try apple.sign(TestStore.transaction()), rootsOf: apple) == nil)
        let certificates = store.chain.map { JSONValue.string(Data($0.der).base64EncodedString()) }
        let header: JSONValue = ["x5c": .list(certificates), "kid": "x", "jku": "https://example.org", "alg": "ES256"]
        #expect(try fault(try store.sign(["productId": "org.example.sofa.archive", "signedDate": now], header: header)) == nil)
    }

    /// Shows rule 12.49.
    @Test("A header that requires an extension is refused with any crit or b64, since the server supports none")
    func extensions() throws {
        let certificates = JSONValue.list(store.chain.map { .string(Data($0.der).base64EncodedString()) })
        let payload: JSONValue = ["productId": "org.example.sofa.archive", "signedDate": now]
        let values: [JSONValue] = [
            ["exp"], ["b64"], ["alg"], ["org.example.unknown"], [], ["exp", "exp"], [7], "exp", "", 7, true, .null, [:],
        ]
        for value in values {
            let header: JSONValue = ["alg": "ES256", "x5c": certificates, "crit": value, "exp": 1, "org.example.unknown": "x"]
            #expect(try fault(try store.sign(payload, header: header)) == .unknownExtension, "\(value)")
        }
        for value in [false, true, .null, "x"] as [JSONValue] {
            let header: JSONValue = ["alg": "ES256", "x5c": certificates, "b64": value]
            #expect(try fault(try store.sign(payload, header: header)) == .unknownExtension, "\(value)")
        }
    }

    private var now: JSONValue { .integer(Int(Date().timeIntervalSince1970 * 1000)) }

    /// Shows rule 12.49.
    @Test("Another algorithm, another number of certificates and an unreadable header are refused")
    func header() throws {
        for algorithm in ["none", "HS256", "RS256", "es256", ""] {
            #expect(try fault(try store.sign(TestStore.transaction(), algorithm: algorithm)) == .otherAlgorithm, "\(algorithm)")
        }
        for chain in [[], [store.leaf], [store.leaf, store.root], store.chain + [store.root]] {
            #expect(try fault(try store.sign(TestStore.transaction(), chain: chain)) == .otherNumber, "\(chain.count)")
        }
        let payload: JSONValue = ["productId": "x", "signedDate": now]
        for header in [[:], ["alg": "ES256"], ["alg": "ES256", "x5c": "x"], ["alg": 7, "x5c": []], "ES256", []] as [JSONValue] {
            #expect(try fault(try store.sign(payload, header: header)) == .unreadableHeader, "\(header)")
        }
        let padded = Data(store.leaf.der).base64EncodedString()
        for certificate in ["", "AAAA", "*", padded + "\n", padded + "AAAA", String(padded.dropLast())] {
            let rest = [store.intermediate, store.root].map { JSONValue.string(Data($0.der).base64EncodedString()) }
            let header: JSONValue = ["alg": "ES256", "x5c": .list([.string(certificate)] + rest)]
            #expect(try fault(try store.sign(payload, header: header)) == .unreadableCertificate, "\(certificate)")
        }
    }

    /// Shows rule 12.49.
    @Test("Another root of the same name, missing marks, another curve and an issuer without CA rights are refused")
    func certificates() throws {
        let other = TestStore()
        #expect(try fault(try other.sign(TestStore.transaction())) == .otherRoot)
        // The other store's leaf signs, and the header has this store's root.
        #expect(try fault(try other.sign(TestStore.transaction(), chain: [other.leaf, other.intermediate, store.root])) == .brokenChain)
        #expect(try fault(try other.sign(TestStore.transaction(), chain: [other.leaf, store.intermediate, store.root])) == .brokenChain)
        let (root, intermediate) = (store.root, store.intermediate)
        func verdict(_ store: TestStore, key: SigningKey? = nil) throws -> SignedPayloadFault? {
            try fault(try store.sign(TestStore.transaction(), key: key))
        }
        let unmarked = TestStore(root: root, intermediate: intermediate, leaf: TestStore.leaf(by: intermediate, marks: []))
        #expect(try verdict(unmarked) == .unmarkedLeaf)
        let swapped = TestStore.leaf(by: intermediate, marks: [TestStore.intermediateMark])
        #expect(try verdict(TestStore(root: root, intermediate: intermediate, leaf: swapped)) == .unmarkedLeaf)
        let plain = TestStore.intermediate(by: root, marks: [])
        #expect(try verdict(TestStore(root: root, intermediate: plain)) == .unmarkedIntermediate)
        let member = TestStore.intermediate(by: root, isAuthority: false)
        #expect(try verdict(TestStore(root: root, intermediate: member)) == .noAuthority)
        let large = TestStore(root: root, intermediate: intermediate, leaf: TestStore.leaf(by: intermediate, curve: "P-384"))
        #expect(try verdict(large, key: store.leaf.signingKey) == .otherCurve)
        // The intermediate isn't in the chain, because the root itself signed the leaf.
        #expect(try verdict(TestStore(root: root, intermediate: intermediate, leaf: TestStore.leaf(by: root))) == .brokenChain)
    }

    /// Shows rule 12.49.
    @Test("Certificates must have been valid at signing, and may have expired since")
    func dates() throws {
        let day: TimeInterval = 86_400
        let span = Date(timeIntervalSinceNow: -10 * day)...Date(timeIntervalSinceNow: -day)
        let expired = TestStore(
            root: store.root, intermediate: store.intermediate, leaf: TestStore.leaf(by: store.intermediate, valid: span))
        let signed = { (ago: TimeInterval) in TestStore.transaction(signed: Date(timeIntervalSinceNow: -ago)) }
        #expect(try fault(try expired.sign(signed(5 * day))) == nil)
        for ago in [11 * day, day / 2] { #expect(try fault(try expired.sign(signed(ago))) == .brokenChain, "\(ago)") }
        let intermediate = TestStore.intermediate(by: store.root, valid: span)
        #expect(try fault(try TestStore(root: store.root, intermediate: intermediate).sign(signed(0))) == .brokenChain)
        for moment in [-1, Int.max, Int.min] {
            let payload: Body = ["productId": "x", "signedDate": .integer(moment)]
            #expect(try fault(try store.sign(payload)) == .unreadablePayload)
        }
        for payload in [["productId": "x"], ["productId": "x", "signedDate": "1"], [:]] as [Body] {
            #expect(try fault(try store.sign(payload)) == .unreadablePayload)
        }
    }

    /// Shows rule 12.49.
    @Test("The signature must be the leaf's, over this exact text, and 64 bytes long")
    func signature() throws {
        let text = try store.sign(TestStore.transaction())
        let parts = text.split(separator: ".").map(String.init)
        let other = try store.sign(TestStore.transaction(product: "org.example.sofa.other")).split(separator: ".").map(String.init)
        #expect(try fault([parts[0], other[1], parts[2]].joined(separator: ".")) == .otherSignature)
        #expect(try fault([parts[0], parts[1], other[2]].joined(separator: ".")) == .otherSignature)
        #expect(try fault(try store.sign(TestStore.transaction(), key: SigningKey.generate().key)) == .otherSignature)
        let raw = try #require(Base64.url.decode(parts[2].utf8))
        let der = try #require(ES256Signature.der(raw: raw))
        for signature in [der, [], [UInt8](raw.dropLast()), raw + [0], [UInt8](repeating: 0, count: 64)] {
            let text = parts[0] + "." + parts[1] + "." + Base64.url.encode(signature)
            #expect(try fault(text) == .otherSignature, "\(signature.count)")
        }
    }

    /// Shows rule 12.49.
    @Test("There is one encoding: no surrounding text, no padding, no other alphabet, three parts, at most 16 KiB")
    func spelling() throws {
        let text = try store.sign(TestStore.transaction())
        for other in [
            "", ".", "..", "a.b", text + ".", text + "=", " " + text, text + "\n", text + ".e30", text.replacing(".", with: ".."),
        ] {
            #expect(try fault(other) == (other == ".." ? .unreadableHeader : .notCompact), "\(other.count)")
        }
        let long = try store.sign(TestStore.transaction(bundle: String(repeating: "x", count: 12_000)))
        #expect(try long.utf8.count > 16 * 1024 && fault(long) == .tooLong)
        let fitting = try store.sign(TestStore.transaction(bundle: String(repeating: "x", count: 8000)))
        #expect(try fault(fitting) == nil)
    }

    /// Shows rule 12.49.
    @Test("Roots are self-signed PEM certificates, and each of several is trusted")
    func roots() throws {
        let other = TestStore()
        let payloads = try SignedPayloads(roots: "# Roots\n" + store.root.pem + "\n" + other.root.pem)
        for store in [store, other] {
            #expect(throws: Never.self) { try payloads.verify(store.sign(TestStore.transaction()), as: Signed.self) }
        }
        let damaged = store.root.pem.replacing("MII", with: "AII")
        for text in ["", "x", damaged, store.root.pem + damaged, SigningKey.generate().pem, store.root.pem + SigningKey.generate().pem] {
            #expect(throws: SignedPayloads.RootFault.unreadable) { try SignedPayloads(roots: text) }
        }
        #expect(throws: SignedPayloads.RootFault.notSelfSigned) { try SignedPayloads(roots: store.root.pem + store.intermediate.pem) }
    }

    /// Shows rule 12.49.
    @Test("10,000 refused texts leak no memory", .blocking)
    func refusals() async throws {
        await #expect(processExitsWith: .success) {
            let store = TestStore()
            let payloads = try SignedPayloads(roots: store.root.pem)
            let text = try store.sign(TestStore.transaction())
            let refused = [text.dropLast(4) + "AAAA", try TestStore().sign(TestStore.transaction())[...]]
            func refuse(_ count: Int) {
                for number in 0..<count {
                    #expect(throws: SignedPayloadFault.self) { try payloads.verify(String(refused[number % 2]), as: Signed.self) }
                }
            }
            refuse(1000)
            let before = Self.residentBytes
            refuse(9000)
            // A single OpenSSL certificate takes more than 2 KB.
            #expect(Self.residentBytes - before < 8 << 20)
        }
    }

    /// The resident memory of this process, in bytes.
    private static var residentBytes: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
}
