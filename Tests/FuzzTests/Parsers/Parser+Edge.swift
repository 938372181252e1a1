import Foundation
import HTTPTypes
import NIOCore
import TestSupport

@testable import Domain
@testable import Server

extension Parser {
    /// Parsers of client addresses and entity tags.
    static let edge = [
        Parser("client-address", ["203.0.113.7", "2001:db8::1", "::ffff:203.0.113.7", "fe80::1%eth0", "::"], words: [":", ".", "%", "::"]) {
            text in
            guard let address = ClientAddress(text) else { return }
            try require(address.networks.allSatisfy { !$0.name.isEmpty }, "a network has a name")
        },
        Parser("entity-tag", ["\"abc\"", "W/\"abc\", \"def\"", "*", "\"a,b\", *"], words: ["\"", ",", "W/", "*"]) { text in
            try require(EntityTag.matches("\"abc\"", text + ",\"abc\""), "a tag at the end of a list is found")
        },
        // The last entry, which Davenport's own proxy added, must count, whatever a client writes into the header.
        Parser(
            "forwarded-for", ["198.51.100.1", "[2001:db8::1]:80, 203.0.113.9:1", "", "unknown, _hidden"], words: [",", ":", "[", "]", " "]
        ) { text in
            let line = String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }, as: UTF8.self)
            let addresses = ClientAddresses(trustedProxies: 1, logger: .quiet)
            let expected = ClientAddress("203.0.113.7")
            let joined = addresses.address(of: [.forwardedFor: line + ", 203.0.113.7"], peer: nil)
            try require(joined == expected, "the last entry of a line counts: \(Array(line.unicodeScalars))")
            var fields: HTTPFields = [:]
            fields[values: .forwardedFor] = [line, "203.0.113.7"]
            try require(addresses.address(of: fields, peer: nil) == expected, "the last of several lines counts")
            for count in 1...3 { _ = ClientAddresses(trustedProxies: count, logger: .quiet).address(of: [.forwardedFor: line], peer: nil) }
        },
    ]
}
