import LibC

/// Guards a value that several threads read and write. It is available on every platform of the client libraries.
///
/// `Synchronization.Mutex` does the same, but requires iOS 18 and macOS 15.
///
/// It is `@unchecked Sendable`, because the compiler can't see that the value is used only while the mutex is held.
package final class Lock<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    /// The mutex, which is on the heap because it must not move in memory.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a lock around an initial value.
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

    /// Runs `body` with exclusive access to the value. If `body` calls `withLock` of the same lock, it blocks forever.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
