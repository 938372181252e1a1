import Foundation
import Locking

/// Caches answers by their entity tags, so that the server needn't send unchanged ones again. The cache is in memory
/// only.
///
/// An answer is cached for the token that it was sent to, and never returned for another one.
public final class AnswerCache: Sendable {
    /// The request's address and headers, which include the token.
    struct Key: Hashable {
        let url: URL
        let headers: [String: String]

        init(_ request: Transport.Request) {
            url = request.url
            headers = request.headers
        }
    }

    private struct Entry {
        let response: Transport.Response
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses = 0

        var oldest: Key? { entries.min { $0.value.lastUse < $1.value.lastUse }?.key }

        mutating func remove(_ key: Key) {
            bytes -= entries.removeValue(forKey: key)?.response.body.count ?? 0
        }
    }

    private let limit: (count: Int, bytes: Int)
    private let state = Lock(State())

    /// Creates a cache. The least recently used answers are dropped first.
    /// - Parameters:
    ///   - count: the most answers to keep.
    ///   - bytes: the most bytes that they may have together.
    public init(count: Int = 200, bytes: Int = 8 * 1024 * 1024) {
        limit = (count, bytes)
    }

    /// Drops all answers.
    public func forgetAll() {
        state.withLock { $0 = State() }
    }

    /// Drops all answers to the token of a request.
    func forget(whoAsked asked: Key) {
        state.withLock { state in
            for key in state.entries.keys where key.headers["authorization"] == asked.headers["authorization"] { state.remove(key) }
        }
    }

    subscript(key: Key) -> Transport.Response? {
        get {
            state.withLock { state in
                state.uses += 1
                state.entries[key]?.lastUse = state.uses
                return state.entries[key]?.response
            }
        }
        set {
            state.withLock { state in
                state.remove(key)
                guard let newValue, newValue.body.count <= limit.bytes else { return }
                state.uses += 1
                state.entries[key] = Entry(response: newValue, lastUse: state.uses)
                state.bytes += newValue.body.count
                while state.entries.count > limit.count || state.bytes > limit.bytes, let oldest = state.oldest { state.remove(oldest) }
            }
        }
    }
}
