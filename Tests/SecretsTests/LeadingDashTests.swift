import Foundation
import Testing

@testable import Secrets

@Suite("rules 15: what a command prints for another one")
struct LeadingDashTests {
    /// Shows rule 15.15.
    @Test("No key, code or token begins with a dash, which would make an option of it")
    func dashes() throws {
        for _ in 0..<1000 {
            let tenant = UUID()
            let master = try #require(MasterKey(base64: MasterKey.generate()))
            let printed = [
                MasterKey.generate(), master.transferKey.text, InviteCode().text, SessionToken(tenant: tenant).text,
                SessionToken(tenant: tenant, ofBot: true).text, KeySecret(tenant: tenant).text,
            ]
            #expect(printed.allSatisfy { !$0.hasPrefix("-") }, "\(printed)")
        }
    }

    /// Shows rule 15.15.
    @Test("A transfer key of an older version, which may begin with a dash, is still read")
    func older() throws {
        let master = try #require(MasterKey(base64: MasterKey.generate()))
        let text = master.transferKey.text
        #expect(TransferKey(text) == master.transferKey)
        #expect(TransferKey(text.replacing("davenport_transfer_", with: "")) == master.transferKey)
        #expect(TransferKey("davenport_transfer_" + text) == nil)
    }
}
