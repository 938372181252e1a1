import TestSupport
import Testing

@testable import WebAuthn

@Suite("The challenge of client data is found before they are verified")
struct ClientDataTests {
    @Test("It is found in the data of both ceremonies", arguments: ["webauthn.create", "webauthn.get"])
    func found(type: String) throws {
        let challenge = [UInt8](0..<32)
        let data = try SoftwareAuthenticator.clientData(type: type, challenge: challenge, origin: "https://evil.example")
        #expect(ClientData.challenge(of: data) == challenge)
    }

    @Test(
        "Data without one have none",
        arguments: [
            "", "{}", "[]", #"{"type":"t","origin":"o"}"#, #"{"type":"t","origin":"o","challenge":1}"#,
            #"{"type":"t","origin":"o","challenge":"AA=="}"#, #"{"type":"t","origin":"o","challenge":"AB"}"#,
            #"{"type":"t","origin":"o","challenge":"A"}"#, #"{"type":"t","origin":"o","challenge":"AA+/"}"#,
            #"{"type":"t","origin":"o","challenge":"AA","x":"\#(String(repeating: "x", count: 4096))"}"#,
        ])
    func none(text: String) {
        #expect(ClientData.challenge(of: Array(text.utf8)) == nil)
    }
}
