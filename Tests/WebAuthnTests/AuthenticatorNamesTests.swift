import Testing

@testable import WebAuthn

@Suite("Authenticators are named by their AAGUIDs")
struct AuthenticatorNamesTests {
    @Test("Each AAGUID in the list is one, and is found by its bytes")
    func listed() {
        for (aaguid, name) in AuthenticatorNames.listed {
            let groups: [Substring] = aaguid.split(separator: "-")
            #expect(groups.map { $0.count } == [8, 4, 4, 4, 12], "\(aaguid)")
            #expect(bytes(aaguid).count == 16 && AuthenticatorNames.name(aaguid: bytes(aaguid)) == name, "\(aaguid)")
        }
        #expect(AuthenticatorNames.name(aaguid: bytes("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4")) == "Google Password Manager")
    }

    @Test("Others have no name", arguments: [[], [UInt8](repeating: 0, count: 16), [UInt8](repeating: 1, count: 16), [1]])
    func unknown(aaguid: [UInt8]) {
        #expect(AuthenticatorNames.name(aaguid: aaguid) == nil)
    }
}
