/// An object in OpenSSL's memory, freed with its last owner.
///
/// `@unchecked Sendable`: any number of threads may read an object of OpenSSL once it is made, and nothing here changes
/// one. OpenSSL caches what it computes later under locks of its own.
final class OpenSSLObject: @unchecked Sendable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer) -> Void

    /// - Parameters:
    ///   - pointer: an object that belongs to this owner from now on.
    ///   - free: OpenSSL's function that frees it.
    init(owning pointer: OpaquePointer, freeing free: @escaping (OpaquePointer) -> Void) {
        (self.pointer, self.free) = (pointer, free)
    }

    deinit { free(pointer) }
}
