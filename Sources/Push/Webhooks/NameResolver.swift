import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Resolves the names of webhooks by the system, on threads of its own.
///
/// A name server that doesn't answer holds a thread for seconds. It must hold neither the threads of anything else nor, for the
/// names of one community, the lookups of the others.
final class NameResolver: Sendable {
    /// Returns all addresses of a name. It blocks its thread.
    typealias Lookup = @Sendable (_ host: String, _ port: Int) throws -> [SocketAddress]

    /// The reason why a name has no address.
    struct Failure: Error {}

    /// The number of threads.
    private static let threadCount = 16
    /// The maximum number of threads that one community's names hold. Its further lookups wait.
    private static let share = 2

    private struct Line {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let threads = NIOThreadPool(numberOfThreads: threadCount)
    private let limit: TimeAmount
    private let lookUp: Lookup
    private let lines = Mutex<[UUID: Line]>([:])

    /// Creates a resolver.
    /// - Parameter limit: the time limit for a name, with the wait for a thread.
    init(limit: TimeAmount = .seconds(4), lookUp: @escaping Lookup = NameResolver.systemAddresses) {
        (self.limit, self.lookUp) = (limit, lookUp)
        threads.start()
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// Returns all addresses of a name that a community's webhook has.
    /// - Throws: `Failure` if there is none, or none was found in time.
    func addresses(of host: String, _ port: Int, for tenantID: UUID) async throws -> [SocketAddress] {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: [SocketAddress].self)
        let deadline = NIODeadline.now() + limit
        let timer = loop.scheduleTask(deadline: deadline) { promise.fail(Failure()) }
        enter(tenantID) { [threads, lookUp] in
            let found = threads.runIfActive(eventLoop: loop) {
                guard NIODeadline.now() < deadline else { throw Failure() }
                return try lookUp(host, port)
            }
            found.whenComplete { _ in self.leave(tenantID) }
            found.cascade(to: promise)
        }
        defer { timer.cancel() }
        return try await promise.futureResult.get()
    }

    /// Starts a lookup now, or when an earlier one of the same community ends.
    private func enter(_ tenantID: UUID, _ start: @escaping @Sendable () -> Void) {
        let mayStart = lines.withLock { lines in
            guard lines[tenantID, default: Line()].running < Self.share else {
                lines[tenantID]?.waiting.append(start)
                return false
            }
            lines[tenantID, default: Line()].running += 1
            return true
        }
        if mayStart { start() }
    }

    private func leave(_ tenantID: UUID) {
        let next: (@Sendable () -> Void)? = lines.withLock { lines in
            guard var line = lines[tenantID] else { return nil }
            let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst()
            if next == nil { line.running -= 1 }
            lines[tenantID] = line.running == 0 ? nil : line
            return next
        }
        next?()
    }

    /// Asks the system for all addresses of a name.
    private static let systemAddresses: Lookup = { host, port in
        var hints = addrinfo()
        (hints.ai_family, hints.ai_protocol) = (AF_UNSPEC, Int32(IPPROTO_TCP))
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &first) == 0 else { throw Failure() }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let address = entry?.pointee.ai_addr else { return nil }
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return SocketAddress(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self))
            case AF_INET6: return SocketAddress(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self))
            default: return nil
            }
        }
    }
}
