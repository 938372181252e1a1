import LibC

/// Starts threads outside Swift's thread pool, for work that blocks.
enum DetachedThread {
    fileprivate final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the closure on a new thread. Returns false if the system can't create a thread; the closure then never
    /// runs.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // The new thread releases the work (`runWork`). If there is no thread, this function does.
        let work = Unmanaged.passRetained(Work(body))
        let isStarted = create(work.toOpaque())
        if !isStarted { work.release() }
        return isStarted
    }

    private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
        #if canImport(Darwin)
            var thread: pthread_t?
            guard pthread_create(&thread, nil, runWork, work) == 0, let thread else { return false }
        #else
            var thread = pthread_t()
            guard pthread_create(&thread, nil, runWork, work) == 0 else { return false }
        #endif
        pthread_detach(thread)
        return true
    }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // The pointer is the one that `start` retained for this thread, which runs once.
    if let work { Unmanaged<DetachedThread.Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
}
