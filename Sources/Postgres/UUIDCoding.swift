import UUIDText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension UUID: PostgresCodable {
    /// In lower case, as PostgreSQL writes it.
    public var postgresText: String? { text }

    /// Reads `uuid`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .uuid else { throw value.mismatch(UUID.self) }
        guard value.bytes.count == MemoryLayout<uuid_t>.size else { throw value.malformed() }
        // Sixteen bytes begin somewhere.
        self.init(uuid: UnsafeRawPointer(value.bytes.baseAddress!).loadUnaligned(as: uuid_t.self))
    }
}
