import DavenportAPI
import Foundation
import Secrets

/// The form in which a tenant moves: lines of JSON, a header, a line for each row, and a footer (rules 15).
enum TenantFile {
    static let format = "davenport-tenant"
    static let version = 1
    /// In bytes: a picture has 1 MiB, in base64.
    static let longestLine = 16 << 20

    /// The first line.
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
        /// The name of the last migration that the old house has had.
        let schema: String
        let tenant: Moving
        let secrets: Bool
        let exportedAt: String

        /// Nil where nobody can tell.
        var moment: Date? { Timestamp.parse(exportedAt) }

        init(schema: String, tenant: Tenant, secrets: Bool, exportedAt: Date) {
            (format, version) = (TenantFile.format, TenantFile.version)
            (self.schema, self.secrets, self.exportedAt) = (schema, secrets, Timestamp.text(exportedAt))
            self.tenant = Moving(id: tenant.id, slug: tenant.slug, name: tenant.name)
        }

        /// - Throws: a fault for anything else than such a line.
        init(line: [UInt8]) throws {
            guard let header = try? JSONDecoder().decode(Self.self, from: Data(line)), header.format == TenantFile.format else {
                throw TenantFileFault("This is no exported tenant: its first line isn't that of one.")
            }
            guard header.version == TenantFile.version else {
                throw TenantFileFault("The file has the form \(header.version), and this program knows only \(TenantFile.version).")
            }
            self = header
        }
    }

    /// The last line: how many rows each table has, and the SHA-256 of their lines, each with its end.
    struct Footer: Codable, Sendable, Equatable {
        private var end = true
        let counts: [String: Int]
        let sha256: [String: String]

        init(counts: [String: Int], sha256: [String: String]) {
            (self.counts, self.sha256) = (counts, sha256)
        }
    }

    /// A line as it is written, without its end.
    static func line(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// Whose row a line is: it begins with `{"t":"rooms",`. Nil for any other.
    static func table(of line: [UInt8]) -> String? {
        guard line.starts(with: opening) else { return nil }
        let name = line.dropFirst(opening.count).prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
        let rest = line.dropFirst(opening.count + name.count)
        return rest.starts(with: [UInt8(ascii: "\""), UInt8(ascii: ",")]) ? String(decoding: name, as: UTF8.self) : nil
    }

    private static let opening = Array(#"{"t":""#.utf8)
}

/// What is wrong with a file that a tenant shall come from, or compared with, in one plain sentence.
public struct TenantFileFault: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description.seen
    }
}

/// How many lines of each table there are, and their digests.
struct TenantTally {
    private var counts: [String: Int]
    private var digests: [String: RunningDigest]

    /// - Parameter tables: those that are told also where there is no row.
    init(of tables: [String] = []) {
        counts = Dictionary(tables.map { ($0, 0) }) { first, _ in first }
        digests = counts.mapValues { _ in RunningDigest() }
    }

    /// - Parameter line: with its end.
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
    /// How many rows of a table, and their digest: what it doesn't name it has none of.
    func rows(of table: String) -> (count: Int, sha256: String) {
        (counts[table] ?? 0, sha256[table] ?? Self.none)
    }

    private static let none = RunningDigest().finish().hexadecimal
}
