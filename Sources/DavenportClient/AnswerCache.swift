import Foundation
import Locking

/// Caches answers with their entity tags, so that the server needn't send an unchanged answer again. The cache is in
/// memory only.
///
/// An answer belongs to the token of its request, so the cache never returns it for a request with another token.
public final class AnswerCache: Sendable {
    /// Identifies a cached answer: the URL and the headers of its request, which include the token.
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

    /// Creates an empty cache. If a new answer doesn't fit, the least recently used answers are removed.
    /// - Parameters:
    ///   - count: the maximum number of answers.
    ///   - bytes: the maximum number of bytes of all answers together.
    public init(count: Int = 200, bytes: Int = 8 * 1024 * 1024) {
        limit = (count, bytes)
    }

    /// Removes all answers from the cache.
    public func forgetAll() {
        state.withLock { $0 = State() }
    }

    /// Removes every answer whose request had the same token as the request of the given key.
    func removeAll(withTokenOf asked: Key) {
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
