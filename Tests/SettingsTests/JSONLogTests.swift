import Foundation
import Logging
import Testing

@testable import Settings

@Suite("rules 22: the log as JSON")
struct JSONLogTests {
    private struct Line: Decodable {
        let message: String
        let level: String
        let count: Int
        let age: Double
        let name: String
        let pushes: [String: [String: Int]]
        let kinds: [String]
    }

    /// Shows rule 22.5.
    @Test("Numbers, lists and objects are JSON's own, and text stays text")
    func values() throws {
        let pipe = Pipe()
        let sink = LineSink(file: pipe.fileHandleForWriting.fileDescriptor)
        let logger = try Configuration(["LOG_FORMAT": "json"]).logger(label: "test", to: sink)
        logger.info(
            "a run",
            metadata: [
                "count": .stringConvertible(3), "age": .stringConvertible(1.5), "name": "3", "kinds": ["a", "b"],
                "pushes": .dictionary(["sofa": .dictionary(["sent": .stringConvertible(2)])]),
            ])
        while !sink.isIdle { sink.flush() }
        try pipe.fileHandleForWriting.close()
        let line = try JSONDecoder().decode(Line.self, from: pipe.fileHandleForReading.readToEnd() ?? Data())
        #expect(line.message == "a run" && line.level == "info" && line.count == 3 && line.age == 1.5 && line.name == "3")
        #expect(line.pushes == ["sofa": ["sent": 2]] && line.kinds == ["a", "b"])
    }
}
