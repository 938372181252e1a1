#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Bionic)
    import Bionic
#endif

/// Guards a value that several threads read and write, on every platform of the client libraries.
///
/// `Synchronization.Mutex` does the same, but needs iOS 18 and macOS 15.
///
/// `@unchecked`: `value` is touched only while the mutex is held.
package final class Lock<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    /// On the heap, since a mutex must not move in memory.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes a lock around a first value.
    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "pthread_mutex_init failed with \(status)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value. A nested call for the same lock blocks forever.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
