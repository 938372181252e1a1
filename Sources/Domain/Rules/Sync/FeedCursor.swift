import DavenportAPI
import Foundation
import Secrets

/// What somebody has been told, opaque to clients: `next` of one answer and `since` of the following request (rule 13.8).
///
/// It isn't signed: one that is made up changes only what of their own its maker is told.
struct FeedCursor: Sendable, Equatable {
    /// Bytes that tell one history of a person's data from another.
    static let epochLength = 8
    /// Bytes of a document's digest.
    static let digestLength = 8
    private static let version: UInt8 = 2

    /// Of which history it is.
    let epoch: [UInt8]
    /// What was told; nil where everything is being told for the first time.
    let base: Synced?
    /// Of the documents that were told, in their order.
    let digests: [[UInt8]]
    /// Where to go on, in the middle of a pass.
    let pass: Pass?

    /// What somebody has been told: what of changes, and what time alone has brought.
    struct Synced: Sendable, Equatable {
        let snapshot: Snapshot
        /// In whole milliseconds.
        let moment: Date

        init(snapshot: Snapshot, moment: Date) { (self.snapshot, self.moment) = (snapshot, moment) }
    }

    /// What is told page by page.
    struct Pass: Sendable, Equatable {
        /// What will have been told at its end.
        let target: Synced
        /// The collection that is being told.
        let collection: Int
        /// Behind what of it, as the collection itself writes it; nil for its beginning.
        let place: [UInt8]?
    }

    /// As clients are given it.
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

    /// The earliest moment that it goes by.
    var moment: Date? { base?.moment ?? pass?.target.moment }

    /// - Throws: `resyncRequired` for one of a version that this server doesn't know; `invalid` naming `since` for what is none.
    init(_ text: String) throws {
        guard let bytes = Base64.url.decode(text.utf8), let version = bytes.first else { throw Self.malformed }
        guard version == Self.version else { throw Problem(.resyncRequired) }
        var reader = ByteTextReader(Array(bytes.dropFirst()))
        guard let epoch = reader.bytes(Self.epochLength), let flags = reader.bytes(1)?.first, flags < 4 else { throw Self.malformed }
        self.epoch = epoch
        base = flags & 1 == 0 ? nil : try reader.told()
        guard let count = reader.number(), count <= 32 else { throw Self.malformed }
        digests = try (0..<count).map { _ in try reader.bytes(Self.digestLength).or(Self.malformed) }
        pass = flags & 2 == 0 ? nil : try reader.pass()
        guard reader.isAtEnd, base != nil || pass != nil else { throw Self.malformed }
    }

    fileprivate static let malformed = Problem.invalid("since", .malformed, "must be the `next` of an earlier answer, or now")

    /// What is wrong with a place that no collection has written.
    static let misplaced = malformed
}

extension ByteTextWriter {
    fileprivate mutating func write(_ told: FeedCursor.Synced) {
        write(told.moment.milliseconds)
        write(told.snapshot)
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
    fileprivate mutating func told() throws -> FeedCursor.Synced {
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
        let target = try told()
        guard let collection = number(), collection < 32, let length = number(), length <= 64, let place = bytes(Int(length)) else {
            throw FeedCursor.malformed
        }
        return FeedCursor.Pass(target: target, collection: Int(collection), place: place.isEmpty ? nil : place)
    }
}

extension Date {
    /// Whole ones since 1970: what comes within the last is told once more, and nothing is left out.
    fileprivate var milliseconds: UInt64 {
        UInt64(min(max(0, (timeIntervalSince1970 * 1000).rounded(.down)), Double(Self.lastMillisecond - 1)))
    }

    /// The end of the year 9999.
    fileprivate static let lastMillisecond: UInt64 = 253_402_300_800_000
}

extension Optional {
    /// The value, or else this problem.
    fileprivate func or(_ problem: Problem) throws -> Wrapped {
        guard let self else { throw problem }
        return self
    }
}
