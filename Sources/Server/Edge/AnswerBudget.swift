import NIOCore
import Synchronization

/// How many bytes of answers all connections of a server together may keep waiting until the other ends take them.
///
/// Where it is exceeded, who has kept the most waiting for the longest loses its connection: whoever reads has little waiting, and not for
/// long.
final class AnswerBudget: Sendable {
    private struct Holder {
        let channel: any Channel
        var bytes = 0
        var since = NIODeadline.now()

        /// Bytes times nanoseconds.
        func weight(at now: NIODeadline) -> Double {
            Double(bytes) * Double(max(1, (now - since).nanoseconds))
        }
    }

    private struct State {
        var total = 0
        var holders: [ObjectIdentifier: Holder] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    init(_ limit: Int) {
        self.limit = limit
    }

    /// So much is written now, and waits.
    func add(_ count: Int, of channel: any Channel) {
        let heaviest = state.withLock { state in
            state.holders[ObjectIdentifier(channel), default: Holder(channel: channel)].bytes += count
            state.total += count
            return takeHeaviest(of: &state)
        }
        // Not within the write that may be its own.
        for channel in heaviest { channel.eventLoop.execute { channel.close(promise: nil) } }
    }

    /// So much was taken, or lost.
    func take(_ count: Int, of channel: any Channel) {
        state.withLock { state in
            let id = ObjectIdentifier(channel)
            guard var holder = state.holders[id] else { return }
            let taken = min(count, holder.bytes)
            (holder.bytes, holder.since) = (holder.bytes - taken, .now())
            state.total -= taken
            state.holders[id] = holder.bytes > 0 ? holder : nil
        }
    }

    /// The other end takes what waits, if not yet to a write's end.
    func note(progressOf channel: any Channel) {
        state.withLock { $0.holders[ObjectIdentifier(channel)]?.since = .now() }
    }

    func forget(_ channel: any Channel) {
        state.withLock { $0.total -= $0.holders.removeValue(forKey: ObjectIdentifier(channel))?.bytes ?? 0 }
    }

    /// Those that have to go, so that the rest is within the limit.
    private func takeHeaviest(of state: inout State) -> [any Channel] {
        var heaviest: [any Channel] = []
        let now = NIODeadline.now()
        while state.total > limit, let (id, holder) = state.holders.max(by: { $0.value.weight(at: now) < $1.value.weight(at: now) }) {
            state.holders[id] = nil
            state.total -= holder.bytes
            heaviest.append(holder.channel)
        }
        return heaviest
    }
}
