import Foundation
import Logging
import Testing

@testable import Settings

@Suite("rules 22: lines that nobody waits for")
struct LineSinkTests {
    /// Shows rule 22.5.
    @Test("Lines of many at once are written whole, in the order of each")
    func written() async throws {
        let pipe = Pipe()
        let sink = LineSink(file: pipe.fileHandleForWriting.fileDescriptor)
        // On a thread of its own: reading blocks it.
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

    /// Until its other end is closed. On a thread of its own, since that blocks it.
    private func everything(of file: FileHandle) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try file.readToEnd() ?? Data() }) }
        }
    }

    /// Shows rule 22.5.
    @Test("Where nobody reads, nobody waits: what finds no room is lost, and counted")
    func stuck() {
        let pipe = Self.neverRead
        let sink = LineSink(file: pipe.fileHandleForWriting.fileDescriptor)
        fill(sink)
        #expect(sink.lostCount > 1500 && sink.lostCount < 3500)
    }

    /// Shows rule 22.5.
    @Test("What the program says itself waits for nobody either, as text and as JSON, and has room left by the lines of requests")
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

    /// With twice as much as it can hold: some is being written while as much waits.
    private func fill(_ sink: LineSink) {
        let line = [UInt8](repeating: 0x61, count: 999) + [0x0A]
        for _ in 0..<LineSink.limit * 4 / line.count { sink.take(line) }
    }

    /// Open as long as the tests run: the sink's thread goes on to write to it, and its number must not become another file's.
    private static let neverRead = Pipe()
}
