/// An object in OpenSSL's memory, freed with its last owner.
///
/// `@unchecked Sendable`: any number of threads may read an object of OpenSSL once it is made, and this module never
/// changes one. What OpenSSL itself computes and caches later, it guards with its own locks.
final class OpenSSLObject: @unchecked Sendable {
    let pointer: OpaquePointer
    private let free: (OpaquePointer) -> Void

    /// - Parameters:
    ///   - pointer: OpenSSL's object. This value owns it from now on.
    ///   - free: OpenSSL's function that frees such an object.
    init(owning pointer: OpaquePointer, freeing free: @escaping (OpaquePointer) -> Void) {
        (self.pointer, self.free) = (pointer, free)
    }

    deinit { free(pointer) }
}
