import Foundation
import Programs
import Testing

@Suite("The clock that `davenport dev clock` moves")
struct MovableClockTests {
    @Test("It can be set between 1970 and 3999, and stays unchanged beyond")
    func limits() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = try MovableClock(in: folder.path)
        func year(_ year: Double) -> TimeInterval { Date(timeIntervalSince1970: (year - 1970) * 365.2425 * 86_400).timeIntervalSinceNow }
        for offset in [0, year(1971), year(3999)] {
            try clock.set(offset: offset)
            #expect(abs(clock.offset - offset) < 1)
        }
        let before = clock.offset
        for offset in [year(1960), year(4002), year(9999), 1e300, .infinity, .nan] {
            #expect(throws: Failure.self) { try clock.set(offset: offset) }
        }
        #expect(clock.offset == before)
    }
}
