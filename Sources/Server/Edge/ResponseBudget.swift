import NIOCore
import Synchronization

/// Limits the bytes of responses that wait to be received, over all connections of the server.
///
/// Beyond the limit, it closes the connection with the largest product of waiting bytes and time without progress. A
/// client that reads its responses has few waiting bytes, and none of them for long.
final class ResponseBudget: Sendable {
    private struct Holder {
        let channel: any Channel
        var bytes = 0
        var since = NIODeadline.now()

        /// The waiting bytes times the nanoseconds since the client last received some.
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

    /// Counts bytes that were written. Closes connections if the total exceeds the limit.
    func add(_ count: Int, of channel: any Channel) {
        let heaviest = state.withLock { state in
            state.holders[ObjectIdentifier(channel), default: Holder(channel: channel)].bytes += count
            state.total += count
            return takeHeaviest(of: &state)
        }
        // Scheduled, because the present write may belong to that connection.
        for channel in heaviest { channel.eventLoop.execute { channel.close(promise: nil) } }
    }

    /// Counts bytes that were received or dropped.
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

    /// Records that the client receives bytes, even if no write is complete yet.
    func note(progressOf channel: any Channel) {
        state.withLock { $0.holders[ObjectIdentifier(channel)]?.since = .now() }
    }

    func forget(_ channel: any Channel) {
        state.withLock { $0.total -= $0.holders.removeValue(forKey: ObjectIdentifier(channel))?.bytes ?? 0 }
    }

    /// Removes connections from the count until the rest is within the limit, and returns them.
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
