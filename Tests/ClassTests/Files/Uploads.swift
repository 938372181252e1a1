import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport

@testable import Class

/// Returns pseudo-random bytes, the same for the same seed, without repetitions.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
}

extension TestServer {
    /// Uploads a file over HTTP, and returns any answer.
    /// - Parameter name: the name as it stands in the query.
    func upload(
        _ person: Person, _ bytes: [UInt8], id: UUID = UUID(), name: String = "notes.bin", type: String? = nil, token: String? = nil
    ) async throws -> Answer {
        try await call(
            .put, "/v1/files/\(id.uuidString.lowercased())?name=\(name)", token: token ?? person.token, body: bytes,
            headers: type.map { ["Content-Type": $0] } ?? [:])
    }

    /// Uploads a file of the person, and attaches it to nothing.
    func file(_ person: Person, _ text: String = "notes", name: String = "notes.txt", id: UUID = UUID()) async throws -> File {
        try await self.as(person).createFile(NewFile(fileID: id, name: name, content: ByteStream(Array(text.utf8)))).value
    }

    /// Returns the answer to a download of a file.
    func download(_ person: Person, _ id: UUID, _ headers: [String: String] = [:]) async throws -> Answer {
        try await call(.get, "/v1/files/\(id.uuidString.lowercased())", token: person.token, headers: headers)
    }

    /// Lifts the rate limit of uploads for all users.
    /// - Parameter bytes: the community's storage limit, the default if nil.
    func liftFileLimit(bytes: Int? = nil) async throws {
        _ = try await operators.changeTenantLimits(tenant) { limits in
            limits[.files] = 1_000_000
            if let bytes { limits[.fileBytes] = bytes }
        }
    }
}
