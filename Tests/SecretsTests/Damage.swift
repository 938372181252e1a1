import DavenportAPI
import Foundation
import TestSupport

@testable import Secrets

/// Damages a signed text, in its characters or in its decoded bytes. It does so in the same way in every run, except
/// for the store's keys.
struct Damage {
    /// The undamaged text.
    let text: String
    private let store: TestStore
    private var random = SplitMix64(seed: 12)

    init(_ store: TestStore) throws {
        self.store = store
        text = try store.sign(TestStore.transaction())
    }

    /// Returns the next damaged text.
    mutating func next() throws -> String {
        let parts = text.split(separator: ".").map { Array($0.utf8) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return String(decoding: mutated(Array(text.utf8)), as: UTF8.self)
        case 1: return String(text.prefix(Int.random(in: 0..<text.utf8.count, using: &random)))
        case 2:
            let part = Int.random(in: 0..<3, using: &random)
            var changed = parts
            changed[part] = Array(Base64.url.encode(mutated(Base64.url.decode(parts[part]) ?? [])).utf8)
            return changed.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
        default:
            var certificates = store.chain.map { $0.der }
            // Mostly damages the parts that the verifier parses.
            let damaged = [0, 0, 0, 1, 1, 1, 2].randomElement(using: &random) ?? 0
            certificates[damaged] = mutated(certificates[damaged])
            let list = certificates.map { JSONValue.string(Data($0).base64EncodedString()) }
            let header: JSONValue = ["alg": "ES256", "x5c": .list(list)]
            // Signs again with the leaf's key, so that only the certificates can be the reason of a refusal.
            let now = Int(Date().timeIntervalSince1970 * 1000)
            return try store.sign(["productId": "x", "signedDate": .integer(now)], header: header)
        }
    }

    /// Returns changed bytes.
    private mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        while bytes == original { bytes = changed(original) }
        return bytes
    }

    private mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x30, 0x03, 0x06].randomElement(using: &random) ?? 0
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            default:
                let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                bytes.replaceSubrange(place..<end, with: bytes[place..<end].reversed())
            }
        }
        return bytes
    }

    /// The resident memory of this process, in bytes.
    static var residentBytes: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
}
