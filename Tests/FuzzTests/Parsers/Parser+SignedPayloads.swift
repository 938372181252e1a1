import Foundation

@testable import Secrets

extension Parser {
    /// Parsers of App Store payloads, signed under the tests' own root certificate.
    static let signedPayloads = [
        Parser("signed-payload", [signed, "e30.e30.AAAA"], words: [".", "-", "_", "=", "eyJ", "AAAA", "MII"]) { text in
            guard let payload = try? payloads?.verify(text, as: Signed.self) else { return }
            // R and −S are also a valid signature, which anyone can compute from R and S.
            let isSame = text.split(separator: ".").prefix(2) == signed.split(separator: ".").prefix(2)
            try require(isSame && payload.productId == "x", "only what was signed is believed")
        },
        Parser("signed-certificates", bytes: certificates, words: ["\u{6}\u{3}", "0\u{82}", "\u{3}\u{42}", "\u{5}\u{0}"]) { bytes in
            guard let certificate = Certificate(der: bytes) else { return }
            try require(!certificate.der.isEmpty, "what is read can be written")
            for mark in [SignedPayloads.leafMark, SignedPayloads.intermediateMark] { _ = certificate.bears(mark) }
            _ = (certificate.isAuthority, certificate.isSelfSigned, certificate.verifyingKey)
            guard let signer = Certificate(der: certificates[1]), let trusted = Certificate.all(pem: root)?.first else { return }
            let isVouched = TrustedRoot(trusted).vouches(for: certificate, by: signer, at: 1_767_225_600)
            try require(!isVouched || certificate.verifyingKey != nil, "only the leaf is vouched for")
        },
        Parser(
            "certificate-file", [root, root + root, "# Roots\n" + root, ""], words: ["-----BEGIN CERTIFICATE-----\n", "\n", "=", "MII"]
        ) {
            text in
            guard let found = Certificate.all(pem: text) else { return }
            try require(found.allSatisfy { Certificate(der: $0.der)?.der == $0.der }, "a certificate has one spelling")
            _ = try? SignedPayloads(roots: text)
        },
    ]

    private struct Signed: SignedPayload {
        let signedDate: Int
        let productId: String
    }

    private static let payloads = try? SignedPayloads(roots: root)
    /// Leaf, intermediate and root certificate, in DER.
    private static let certificates = (try? CompactJWS(signed).certificates) ?? []
    // These are constants, so that a seed gives the same inputs in every run.
    private static let root = """
        -----BEGIN CERTIFICATE-----
        MIIBIjCByKADAgECAgEEMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFJvb3QwIBcN
        MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBFJvb3Qw
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQSt8Kkol1jEOx7x4kGIdMrHzqaYWuI
        keLezJrkvLIiKQ3QNcIr7vyVi0QM8UjfpnnFb/G1kfT9Bfx0/M119/ZioxMwETAP
        BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDDW+xUFr5BGew0xnig
        ZY2aWJSMBOwbNWWavaTBgcpKUQIhAN9T2wPFOkA3J/XSDmWvm25P+vkoBDIAyzBt
        ePE60Kjp
        -----END CERTIFICATE-----

        """
    private static let signed =
        "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlCSURDQng2QURBZ0VDQWdFRU1Bb0dDQ3FHU000OUJBTUNNQTB4Q3pBSkJnTlZCQU1NQWtOQk1DQVhEVEl3TU"
        + "RFd01UQXdNREF3TUZvWUR6SXhNakF3TVRBeE1EQXdNREF3V2pBUE1RMHdDd1lEVlFRRERBUk1aV0ZtTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFR"
        + "Y0RRZ0FFanRLYjIxTU1JQjJVajRpNThwWHZZVWx2QVJJRnF4QlRmbngyOGM5WXhjbUFPYVR6QVNTck5jNzI3OHlkNE1HeDJERFVSVkxuT2ZEdWJSVU5ra1"
        + "pmZzZNVU1CSXdFQVlLS29aSWh2ZGpaQVlMQVFRQ0JRQXdDZ1lJS29aSXpqMEVBd0lEU0FBd1JRSWdmSmJyZ0RhdTZGbldEY0U0M3VqaTQwQXpPL1JuSm9t"
        + "UGd5K2ZwQnNIOWMwQ0lRQ3B1b2Q5WDdSZVJ3UUVPdkVBODRQRXdZWkxiWUZNcE5LdGc3dFJBTWFNN2c9PSIsIk1JSUJNVENCMktBREFnRUNBZ0VDTUFvR0"
        + "NDcUdTTTQ5QkFNQ01BOHhEVEFMQmdOVkJBTU1CRkp2YjNRd0lCY05NakF3TVRBeE1EQXdNREF3V2hnUE1qRXlNREF4TURFd01EQXdNREJhTUEweEN6QUpC"
        + "Z05WQkFNTUFrTkJNRmt3RXdZSEtvWkl6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVFSFVoOS9XOTJrOE40TjlVUU1SV1M1cnlRSzFQdkMyWk0xZ2I3OFZPTT"
        + "lmaHhxajRoUkZCV1NkMjdha3FYZEZrakx0NU55RGdtQWFObnRWUEw0WCtSS01sTUNNd0R3WURWUjBUQVFIL0JBVXdBd0VCL3pBUUJnb3Foa2lHOTJOa0Jn"
        + "SUJCQUlGQURBS0JnZ3Foa2pPUFFRREFnTklBREJGQWlFQTVmNWU2UkZuaTUxRm5OQnc1NW81d2l1KzhtQnVCN1FjQU9pSFZUSDBBRFVDSUNOdlpMMVI4ZT"
        + "BFTitFbW9CWnB1OGJQSmpGeThnYU54Vjgra2NBeWZRRmgiLCJNSUlCSWpDQnlLQURBZ0VDQWdFRU1Bb0dDQ3FHU000OUJBTUNNQTh4RFRBTEJnTlZCQU1N"
        + "QkZKdmIzUXdJQmNOTWpBd01UQXhNREF3TURBd1doZ1BNakV5TURBeE1ERXdNREF3TURCYU1BOHhEVEFMQmdOVkJBTU1CRkp2YjNRd1dUQVRCZ2NxaGtqT1"
        + "BRSUJCZ2dxaGtqT1BRTUJCd05DQUFRU3Q4S2tvbDFqRU94N3g0a0dJZE1ySHpxYVlXdUlrZUxlekpya3ZMSWlLUTNRTmNJcjd2eVZpMFFNOFVqZnBubkZi"
        + "L0cxa2ZUOUJmeDAvTTExOS9aaW94TXdFVEFQQmdOVkhSTUJBZjhFQlRBREFRSC9NQW9HQ0NxR1NNNDlCQU1DQTBrQU1FWUNJUUREVyt4VUZyNUJHZXcweG"
        + "5pZ1pZMmFXSlNNQk93Yk5XV2F2YVRCZ2NwS1VRSWhBTjlUMndQRk9rQTNKL1hTRG1Xdm0yNVArdmtvQkRJQXl6QnRlUEU2MEtqcCJdfQ.eyJwcm9kdWN0S"
        + "WQiOiJ4Iiwic2lnbmVkRGF0ZSI6MTc2NzIyNTYwMDAwMH0.954J5sUjXnZMGlfw0oCwXlHe_rGnpX_zQTaS-b_m180PErMGXgp2A9C6JAqL57xbhgxcjiS"
        + "b-cZjAsZnD9cvhQ"
}
