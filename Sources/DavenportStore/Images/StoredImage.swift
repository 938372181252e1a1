import DavenportClient
import Foundation

/// A picture, with the entity tag and the lifetime that the server gave it.
struct StoredImage: Sendable, Equatable {
    let address: String
    let body: Data
    var etag: String?
    /// The time until which the picture is returned without asking the server whether it has changed.
    var freshUntil = Date.distantPast
    /// Whether the server allows storing the picture.
    var isStorable = true

    /// Returns the same picture with the entity tag and the lifetime of an answer.
    func renewed(by response: Transport.Response, now: Date) -> StoredImage {
        var image = self
        image.etag = response.headers["etag"] ?? etag
        let directives = (response.headers["cache-control"] ?? "").lowercased().split { $0 == "," || $0 == " " }
        image.isStorable = !directives.contains("no-store")
        let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Double($0.dropFirst("max-age=".count)) } ?? 0
        image.freshUntil = directives.contains("no-cache") ? .distantPast : now.addingTimeInterval(age)
        return image
    }
}

extension StoredImage {
    /// The first line of a file. The picture's bytes follow it.
    private struct Head: Codable {
        let address: String
        let etag: String?
        let freshUntil: Date
        let size: Int
        let checksum: UInt64
    }

    private static let end = UInt8(ascii: "\n")

    /// Reads a file.
    /// - Returns: nil if the file isn't whole, is damaged, or belongs to another address.
    init?(file: Data, address: String) {
        guard let end = file.firstIndex(of: Self.end), let head = try? JSONDecoder().decode(Head.self, from: file[..<end]) else {
            return nil
        }
        let body = Data(file[(end + 1)...])
        guard head.address == address, head.size == body.count, head.checksum == Self.hash(body) else { return nil }
        self.init(address: address, body: body, etag: head.etag, freshUntil: head.freshUntil)
    }

    /// The content of the picture's file.
    func file() throws -> Data {
        let head = Head(address: address, etag: etag, freshUntil: freshUntil, size: body.count, checksum: Self.hash(body))
        return try JSONEncoder().encode(head) + [Self.end] + body
    }

    /// The name of the file of an address.
    static func name(of address: String) -> String {
        let digits = String(hash(address.utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + ".image"
    }

    /// The 64-bit FNV-1a hash, which differs if any single byte does.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}
