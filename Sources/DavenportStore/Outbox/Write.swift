import DavenportAPI
import Foundation

/// A write of the person on this device that the server hasn't answered yet, or has refused.
public struct Write: Sendable, Equatable, Identifiable {
    /// The reason why the replica won't send a write again by itself.
    public enum Failure: Codable, Sendable, Equatable {
        /// The server refused it with this problem.
        case refused(Problem)
        /// It couldn't be delivered within 30 days.
        case expired
    }

    /// The write's id. Ids increase in the order of writing.
    public let id: Int64
    /// The content of the write. Cast it to the type of an area's writes, such as `WatchWrite`.
    public let content: any ReplicaWrite
    /// The time of writing, by the server's clock as far as the device knows it.
    public let writtenAt: Date
    /// The reason of the failure; nil while the write waits to be sent. A failed write stays until the app retries,
    /// edits or discards it.
    public let failure: Failure?
    /// The id of the write whose failure this one shares, because it depends on that write.
    public let failedWith: Int64?

    public static func == (one: Write, other: Write) -> Bool {
        one.id == other.id && one.writtenAt == other.writtenAt && one.failure == other.failure && one.failedWith == other.failedWith
            && one.content.isEqual(to: other.content)
    }
}
