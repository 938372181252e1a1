import UUIDText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension UUID: PostgresCodable {
    /// The UUID in lower case, as PostgreSQL writes it.
    public var postgresText: String? { text }

    /// Reads a `uuid` value.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .uuid else { throw value.mismatch(UUID.self) }
        guard value.bytes.count == MemoryLayout<uuid_t>.size else { throw value.malformed() }
        // The count is 16, so there is a base address.
        self.init(uuid: UnsafeRawPointer(value.bytes.baseAddress!).loadUnaligned(as: uuid_t.self))
    }
}
