import DavenportAPI
import Foundation
import Secrets

/// The format of a file with an exported tenant (rules 15). Each line is JSON: first a header, then one line for each
/// row, then a footer.
enum TenantFile {
    static let format = "davenport-tenant"
    static let version = 1
    /// The maximum length of a line, in bytes. The largest rows hold a picture of 1 MiB as base64.
    static let longestLine = 16 << 20

    /// The first line of a file.
    struct Header: Codable, Sendable {
        struct Moving: Codable, Sendable {
            let id: UUID
            let slug, name: String

            func encode(to encoder: any Encoder) throws {
                try ["id": id.lowercased, "slug": slug, "name": name].encode(to: encoder)
            }
        }

        let format: String
        let version: Int
        /// The name of the last migration that was run on the exporting database.
        let schema: String
        let tenant: Moving
        let secrets: Bool
        let exportedAt: String
        /// The keys of the tables that the master key encrypts; nil if the file has none of these tables.
        let keys: SealedTenantKeys?

        /// The moment of the export; nil if `exportedAt` isn't a timestamp.
        var moment: Date? { Timestamp.parse(exportedAt) }

        init(schema: String, tenant: Tenant, secrets: Bool, keys: SealedTenantKeys?, exportedAt: Date) {
            (format, version) = (TenantFile.format, TenantFile.version)
            (self.schema, self.secrets, self.exportedAt) = (schema, secrets, Timestamp.text(exportedAt))
            self.keys = keys
            self.tenant = Moving(id: tenant.id, slug: tenant.slug, name: tenant.name)
        }

        /// Decodes the header from the file's first line.
        ///
        /// - Throws: `TenantFileFault` if the line isn't a header.
        init(line: [UInt8]) throws {
            guard let header = try? JSONDecoder().decode(Self.self, from: Data(line)), header.format == TenantFile.format else {
                throw TenantFileFault("The file isn't an exported tenant: its first line is another one.")
            }
            guard header.version == TenantFile.version else {
                throw TenantFileFault("The file has format \(header.version), but this program reads only \(TenantFile.version).")
            }
            self = header
        }
    }

    /// The last line of a file. It has the number of rows of each table, and the SHA-256 of their lines including line
    /// breaks.
    struct Footer: Codable, Sendable, Equatable {
        private var end = true
        let counts: [String: Int]
        let sha256: [String: String]

        init(counts: [String: Int], sha256: [String: String]) {
            (self.counts, self.sha256) = (counts, sha256)
        }
    }

    /// Encodes a line, without its line break.
    static func line(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// Returns the name of the table whose row a line of the file holds. Such a line begins like `{"t":"rooms",`.
    /// Returns nil for any other line.
    static func table(of line: [UInt8]) -> String? {
        guard line.starts(with: opening) else { return nil }
        let name = line.dropFirst(opening.count).prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
        let rest = line.dropFirst(opening.count + name.count)
        return rest.starts(with: [UInt8(ascii: "\""), UInt8(ascii: ",")]) ? String(decoding: name, as: UTF8.self) : nil
    }

    private static let opening = Array(#"{"t":""#.utf8)
}

/// A fault of a tenant's file, as one sentence. Both an import and a comparison throw it.
public struct TenantFileFault: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description.seen
    }
}

/// Counts the lines of each table, and computes the digest of each table's lines.
struct TableDigests {
    private var counts: [String: Int]
    private var digests: [String: RunningDigest]

    /// Begins with no lines.
    /// - Parameter tables: the tables that the footer lists even if they have no rows.
    init(of tables: [String] = []) {
        counts = Dictionary(tables.map { ($0, 0) }) { first, _ in first }
        digests = counts.mapValues { _ in RunningDigest() }
    }

    /// Adds a line of a table.
    ///
    /// - Parameter line: the line, including its line break.
    mutating func add(_ line: [UInt8], of table: String) {
        counts[table, default: 0] += 1
        let digest = digests[table] ?? RunningDigest()
        digests[table] = digest
        digest.add(line)
    }

    var footer: TenantFile.Footer {
        TenantFile.Footer(counts: counts, sha256: digests.mapValues { $0.value.hexadecimal })
    }
}

extension TenantFile.Footer {
    /// Returns the number of rows of a table, and the digest of their lines. A table that the footer doesn't list has
    /// no rows.
    func rows(of table: String) -> (count: Int, sha256: String) {
        (counts[table] ?? 0, sha256[table] ?? Self.none)
    }

    private static let none = RunningDigest().finish().hexadecimal
}
