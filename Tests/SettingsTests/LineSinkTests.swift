import Foundation
import Logging
import Testing

@testable import Settings

@Suite("rules 22: non-blocking log output")
struct LineSinkTests {
    /// Shows rule 22.5.
    @Test("Concurrent writers' lines are written whole, in each writer's order")
    func written() async throws {
        let pipe = Pipe()
        let sink = LineSink(file: pipe.fileHandleForWriting.fileDescriptor)
        // The reader has its own thread, because reading blocks it.
        async let read = everything(of: pipe.fileHandleForReading)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { for line in 0..<1000 { sink.take(Array("\(writer) \(line)\n".utf8)) } }
            }
        }
        while !sink.isIdle { sink.flush() }
        try pipe.fileHandleForWriting.close()
        let lines = String(decoding: try await read, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 8000 && sink.lostCount == 0)
        for writer in 0..<8 {
            #expect(lines.filter { $0.hasPrefix("\(writer) ") } == (0..<1000).map { "\(writer) \($0)" })
        }
    }

    /// Reads until the other end is closed. It has its own thread, because reading blocks it.
    private func everything(of file: FileHandle) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try file.readToEnd() ?? Data() }) }
        }
    }

    /// Shows rule 22.5.
    @Test("If nobody reads, writers don't block: lines beyond the buffer are dropped and counted")
    func stuck() {
        let pipe = Self.neverRead
        let sink = LineSink(file: pipe.fileHandleForWriting.fileDescriptor)
        fill(sink)
        #expect(sink.lostCount > 1500 && sink.lostCount < 3500)
    }

    /// Shows rule 22.5.
    @Test("The program's own messages don't block either, as text and as JSON, and have space reserved beside request lines")
    func ownLines() throws {
        let sink = LineSink(file: Self.neverRead.fileHandleForWriting.fileDescriptor)
        for format in ["text", "json"] {
            let logger = try Configuration(["LOG_FORMAT": format]).logger(label: "test", to: sink)
            fill(sink)
            let lost = sink.lostCount
            for _ in 0..<100 { logger.warning("\(String(repeating: "b", count: 500))") }
            #expect(lost > 0 && sink.lostCount == lost)
        }
    }

    /// Writes twice as much as the buffer holds, because one half is being written while the other half waits.
    private func fill(_ sink: LineSink) {
        let line = [UInt8](repeating: 0x61, count: 999) + [0x0A]
        for _ in 0..<LineSink.limit * 4 / line.count { sink.take(line) }
    }

    /// Keeps the descriptor open until the tests end. The sink's thread continues to write, so another file must not
    /// get its number.
    private static let neverRead = Pipe()
}
