import DavenportAPI
import Foundation
import Secrets

/// A client's position in the sync feed. A response has it as `next`, and the client's next request sends it back as
/// `since` (rule 13.8). Clients can't read it.
///
/// It isn't signed, because a made-up cursor does no harm: it only changes which of their own data a user gets.
struct FeedCursor: Sendable, Equatable {
    /// The length of `epoch`, in bytes.
    static let epochLength = 8
    /// The length in bytes of a document's digest.
    static let digestLength = 8
    private static let version: UInt8 = 2

    /// The digest that identifies the history of the database and the caller to which the cursor belongs.
    let epoch: [UInt8]
    /// The state up to which the client is synced; nil during its first, full sync.
    let base: Synced?
    /// The digests of the documents that the client received last, in the order of the documents. A document is sent
    /// again only if its digest changes.
    let digests: [[UInt8]]
    /// The position within a sync that takes several pages; nil if the last page completed a sync.
    let pass: Pass?

    /// A state up to which a client is synced: the transactions that it has seen, and the time.
    struct Synced: Sendable, Equatable {
        let snapshot: Snapshot
        /// The time of the state, in whole milliseconds. It matters because some changes happen by time alone, without
        /// a transaction.
        let moment: Date

        init(snapshot: Snapshot, moment: Date) { (self.snapshot, self.moment) = (snapshot, moment) }
    }

    /// A sync that takes several pages, and the position that it has reached.
    struct Pass: Sendable, Equatable {
        /// The state up to which the client will be synced when the sync is complete.
        let target: Synced
        /// The index of the collection at which the next page begins.
        let collection: Int
        /// The position in that collection, as the collection encodes it; nil for its beginning.
        let place: [UInt8]?
    }

    /// The encoded cursor, as clients receive it.
    var text: String {
        var writer = ByteTextWriter()
        writer.write([Self.version])
        writer.write(epoch)
        writer.write([(base == nil ? 0 : 1) | (pass == nil ? 0 : 2)])
        if let base { writer.write(base) }
        writer.write(UInt64(digests.count))
        for digest in digests { writer.write(digest) }
        if let pass {
            writer.write(pass.target)
            writer.write(UInt64(pass.collection))
            writer.write(UInt64(pass.place?.count ?? 0))
            writer.write(pass.place ?? [])
        }
        return Base64.url.encode(writer.bytes)
    }

    init(epoch: [UInt8], base: Synced?, digests: [[UInt8]], pass: Pass?) {
        (self.epoch, self.base, self.digests, self.pass) = (epoch, base, digests, pass)
    }

    /// The earliest time that the cursor refers to, which decides whether the cursor has expired.
    var moment: Date? { base?.moment ?? pass?.target.moment }

    /// Decodes a cursor.
    ///
    /// - Throws: `resyncRequired` for a cursor of another version; `invalid`, naming `since`, if the text isn't a
    ///   cursor.
    init(_ text: String) throws {
        guard let bytes = Base64.url.decode(text.utf8), let version = bytes.first else { throw Self.malformed }
        guard version == Self.version else { throw Problem(.resyncRequired) }
        var reader = ByteTextReader(Array(bytes.dropFirst()))
        guard let epoch = reader.bytes(Self.epochLength), let flags = reader.bytes(1)?.first, flags < 4 else { throw Self.malformed }
        self.epoch = epoch
        base = flags & 1 == 0 ? nil : try reader.state()
        guard let count = reader.number(), count <= 32 else { throw Self.malformed }
        digests = try (0..<count).map { _ in try reader.bytes(Self.digestLength).or(Self.malformed) }
        pass = flags & 2 == 0 ? nil : try reader.pass()
        guard reader.isAtEnd, base != nil || pass != nil else { throw Self.malformed }
    }

    fileprivate static let malformed = Problem.invalid("since", .malformed, "must be the `next` of an earlier answer, or now")

    /// The error for a position that the collection can't have encoded.
    static let misplaced = malformed
}

extension ByteTextWriter {
    fileprivate mutating func write(_ state: FeedCursor.Synced) {
        write(state.moment.milliseconds)
        write(state.snapshot)
    }

    private mutating func write(_ snapshot: Snapshot) {
        write(snapshot.xmin)
        write(snapshot.xmax - snapshot.xmin)
        write(UInt64(snapshot.inProgress.count))
        var last = snapshot.xmin
        for transaction in snapshot.inProgress {
            write(transaction - last)
            last = transaction
        }
    }
}

extension ByteTextReader {
    fileprivate mutating func state() throws -> FeedCursor.Synced {
        guard let milliseconds = number(), milliseconds < Date.lastMillisecond else { throw FeedCursor.malformed }
        return FeedCursor.Synced(snapshot: try snapshot(), moment: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }

    private mutating func snapshot() throws -> Snapshot {
        guard let xmin = number(), let length = number(), let count = number(), count <= UInt64(SyncRules.transactions) else {
            throw FeedCursor.malformed
        }
        var (last, inProgress) = (xmin, [UInt64]())
        for _ in 0..<count {
            last = try sum(last, number())
            inProgress.append(last)
        }
        return try Snapshot(xmin: xmin, xmax: try sum(xmin, length), inProgress: inProgress).or(FeedCursor.malformed)
    }

    private func sum(_ left: UInt64, _ right: UInt64?) throws -> UInt64 {
        let (sum, isTooMuch) = left.addingReportingOverflow(try right.or(FeedCursor.malformed))
        guard !isTooMuch else { throw FeedCursor.malformed }
        return sum
    }

    fileprivate mutating func pass() throws -> FeedCursor.Pass {
        let target = try state()
        guard let collection = number(), collection < 32, let length = number(), length <= 64, let place = bytes(Int(length)) else {
            throw FeedCursor.malformed
        }
        return FeedCursor.Pass(target: target, collection: Int(collection), place: place.isEmpty ? nil : place)
    }
}

extension Date {
    /// The time in milliseconds since 1970, rounded down. So a change within the last millisecond may be returned
    /// twice, but is never missed.
    fileprivate var milliseconds: UInt64 {
        UInt64(min(max(0, (timeIntervalSince1970 * 1000).rounded(.down)), Double(Self.lastMillisecond - 1)))
    }

    /// The first millisecond after the year 9999, in milliseconds since 1970.
    fileprivate static let lastMillisecond: UInt64 = 253_402_300_800_000
}

extension Optional {
    /// Returns the value, or throws the problem if there is none.
    fileprivate func or(_ problem: Problem) throws -> Wrapped {
        guard let self else { throw problem }
        return self
    }
}
