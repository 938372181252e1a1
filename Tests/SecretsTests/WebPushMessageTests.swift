import Foundation
import Testing

@testable import Secrets

@Suite("Messages for browsers are encrypted as RFC 8291 says")
struct WebPushMessageTests {
    /// The example of RFC 8291, section 5 and appendix A.
    private enum Example {
        static let content = "When I grow up, I want to be a watermelon"
        static let sender = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let browser = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let browserPublic = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
        static let message =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
            + "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.url.decode(text.utf8)) }

    /// Shows rule 21.20.
    @Test("The example of RFC 8291 is encrypted and decrypted byte for byte")
    func example() throws {
        let sender = try #require(AgreementKey(number: try bytes(Example.sender)))
        let browser = try #require(AgreementKey(number: try bytes(Example.browser)))
        #expect(browser.publicKey.bytes == (try bytes(Example.browserPublic)))
        let auth = try bytes(Example.auth)
        let message = WebPushMessage.encrypt(
            Array(Example.content.utf8), for: browser.publicKey, auth: auth, sender: sender, salt: try bytes(Example.salt))
        #expect(Base64.url.encode(message) == Example.message)
        let content = WebPushMessage.decrypt(try bytes(Example.message), with: browser, auth: auth)
        #expect(content.map { String(decoding: $0, as: UTF8.self) } == Example.content)
    }

    /// Shows rule 21.20.
    @Test("Messages of any length come back, and their lengths differ only by whole blocks of 512 bytes")
    func lengths() throws {
        let (browser, auth) = (AgreementKey(), Randomness.bytes(WebPushMessage.authLength))
        var lengths: Set<Int> = []
        for length in [0, 1, 510, 511, 512, 1023, 1024, 3000, WebPushMessage.limit] {
            let content = Randomness.bytes(length)
            let message = WebPushMessage.encrypt(content, for: browser.publicKey, auth: auth)
            #expect(WebPushMessage.decrypt(message, with: browser, auth: auth) == content)
            #expect(message.count <= 4096)
            lengths.insert(message.count - 86 - 16)
        }
        #expect(lengths == [512, 1024, 1536, 3072, 3584])
    }

    @Test("Another key, another secret, a changed byte or a shortened message opens nothing")
    func damaged() throws {
        let (browser, auth) = (AgreementKey(), Randomness.bytes(WebPushMessage.authLength))
        let message = WebPushMessage.encrypt(Array("Your turn?".utf8), for: browser.publicKey, auth: auth)
        #expect(WebPushMessage.decrypt(message, with: AgreementKey(), auth: auth) == nil)
        #expect(WebPushMessage.decrypt(message, with: browser, auth: Randomness.bytes(16)) == nil)
        for place in [0, 20, 21, 30, 86, message.count - 1] {
            var changed = message
            changed[place] ^= 1
            #expect(WebPushMessage.decrypt(changed, with: browser, auth: auth) == nil)
        }
        for count in [0, 20, 85, 86, 87, 102, message.count - 1] {
            #expect(WebPushMessage.decrypt(Array(message.prefix(count)), with: browser, auth: auth) == nil)
        }
    }

    @Test("Only points of the curve are public keys")
    func points() throws {
        let point = AgreementKey().publicKey.bytes
        #expect(AgreementPublicKey(bytes: point)?.bytes == point)
        var off = point
        off[64] ^= 1
        let compressed = [UInt8(2) | (point[64] & 1)] + point[1..<33]
        for wrong in [off, [], [4], [0], Array(point.dropLast()), point + [0], compressed, [UInt8](repeating: 0, count: 65)] {
            #expect(AgreementPublicKey(bytes: wrong) == nil)
            #expect(VerifyingKey(point: wrong) == nil)
        }
    }

    /// Shows rule 21.20.
    @Test("A VAPID token names origin, expiry and contact, and the key beside it verifies it")
    func vapid() throws {
        let key = SigningKey.generate().key
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let token = VAPIDToken(key: key, origin: "https://fcm.googleapis.com", contact: "mailto:ops@sofa.example.org", issuedAt: now)
        let match = try #require(token.authorization.wholeMatch(of: /vapid t=([^.,]+)\.([^.,]+)\.([^.,]+), k=([A-Za-z0-9_-]{87})/))
        let verifying = try #require(VerifyingKey(point: try bytes(String(match.4))))
        #expect(verifying.verify(try bytes(String(match.3)), of: Array("\(match.1).\(match.2)".utf8)))
        #expect(String(decoding: try bytes(String(match.1)), as: UTF8.self) == #"{"alg":"ES256","typ":"JWT"}"#)
        let claims = #"{"aud":"https://fcm.googleapis.com","exp":1790043200,"sub":"mailto:ops@sofa.example.org"}"#
        #expect(String(decoding: try bytes(String(match.2)), as: UTF8.self) == claims)
    }
}
