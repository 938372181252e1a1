import Secrets
import Synchronization

/// Decodes each picture in a process of its own, which a bad picture can end but not leave (rule 28.4, record 51).
///
/// The process is this program with the argument `decodeArgument`. It has no environment and no descriptor but the one by which the
/// picture comes and the answer goes, and it limits its own memory and processor time. It is killed at the deadline. Pictures are
/// decoded on threads of their own, because waiting for the process blocks a thread.
package final class PictureProcess: PictureDecoder {
    /// The program's first argument that makes it decode one picture.
    package static let decodeArgument = "decode-picture"

    /// What the decoder has done so far.
    package struct Counts: Sendable {
        /// The number of pictures that were decoded.
        package fileprivate(set) var decoded = 0
        /// The number of pictures that were refused, by reason.
        package fileprivate(set) var refused: [PictureRefusal: Int] = [:]
        /// The number of processes that ended without an answer. Their pictures were refused as `damaged`.
        package fileprivate(set) var lost = 0
        /// The time that all processes took together, in seconds.
        package fileprivate(set) var seconds = 0.0
    }

    private let program: String
    private let deadline: Duration
    private let threads: BoundedThreads
    private let state = Mutex(Counts())

    /// Creates a decoder with threads of its own.
    /// - Parameters:
    ///   - program: the path of the program `davenport`. By default it is the running program, also if its file has been replaced.
    ///   - deadline: how long decoding one picture may take.
    ///   - threads: the maximum number of processes at once, 1 or more.
    ///   - queueLimit: the maximum number of pictures that wait.
    package init(
        program: String = PictureChild.runningProgram, deadline: Duration = .seconds(20), threads: Int = 2, queueLimit: Int = 32
    ) {
        (self.program, self.deadline) = (program, deadline)
        self.threads = BoundedThreads(label: "picture", threads: threads, queueLimit: queueLimit)
    }

    /// What the decoder has done so far.
    package var counts: Counts { state.withLock { $0 } }

    /// Decodes a picture once a thread is free.
    package func decode(for owner: String, _ picture: @escaping @Sendable () throws -> [UInt8]) async throws -> DecodedPicture {
        do {
            return try await threads.run(for: owner) { [self] in try decode(try picture()) }
        } catch is BoundedThreads.QueueFull {
            throw PictureDecoderBusy()
        }
    }

    /// Decodes a picture in a new process, and waits for its end.
    private func decode(_ picture: [UInt8]) throws -> DecodedPicture {
        let start = ContinuousClock.now
        let child = try PictureChild(program, argument: Self.decodeArgument)
        let answer = child.answer(to: picture, until: start.advanced(by: deadline), limit: PictureAnswer.limit)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        do {
            let decoded = try PictureAnswer.picture(in: answer ?? [])
            state.withLock { ($0.decoded, $0.seconds) = ($0.decoded + 1, $0.seconds + seconds) }
            return decoded
        } catch {
            let refusal = error as? PictureRefusal ?? .damaged
            state.withLock { counts in
                counts.refused[refusal, default: 0] += 1
                if answer?.count != 2 { counts.lost += 1 }
                counts.seconds += seconds
            }
            throw refusal
        }
    }
}
