#if os(Linux)
    import CEpoll
    import Glibc

    /// Watches many sockets with Linux's epoll. To support another system, add a file with a type of the same name.
    struct Poller: Sendable {
        private let descriptor: Int32

        init() throws {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { throw PostgresError.connectionFailed(Self.reason()) }
        }

        func add(_ socket: Int32, token: UInt64) throws {
            var event = Self.event(token, writing: false)
            guard epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0 else { throw PostgresError.connectionFailed(Self.reason()) }
        }

        func modify(_ socket: Int32, token: UInt64, writing: Bool) {
            var event = Self.event(token, writing: writing)
            epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event)
        }

        func remove(_ socket: Int32) {
            var event = epoll_event()
            epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
        }

        /// Waits for sockets to become ready and passes each one's token to the closure.
        func wait(_ ready: (UInt64) -> Void) {
            withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
                let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), -1)
                for index in 0..<max(0, Int(count)) { ready(events[index].data.u64) }
            }
        }

        /// Returns the registration of a socket, which is level-triggered: if one pass leaves bytes unread, epoll
        /// reports the socket again after the others were served.
        private static func event(_ token: UInt64, writing: Bool) -> epoll_event {
            let interest = EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
            return epoll_event(events: interest, data: epoll_data_t(u64: token))
        }

        private static func reason() -> String { String(cString: strerror(errno)) }
    }
#endif
