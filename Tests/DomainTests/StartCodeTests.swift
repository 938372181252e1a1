import Foundation
import Testing

@testable import Programs

@Suite("What only the start needs of the program's code is given back")
struct StartCodeTests {
    @Test("Only what may be run, of that file, and isn't written")
    func ranges() {
        let maps = """
            55d0c000-55d0f000 r--p 00000000 08:01 1234                       /opt/my apps/davenport
            55d0f000-55d2f000 r-xp 00003000 08:01 1234                       /opt/my apps/davenport
            55d2f000-55d3f000 rwxp 00023000 08:01 1234                       /opt/my apps/davenport
            55d3f000-55d4f000 rw-p 00033000 08:01 1234                       /opt/my apps/davenport
            7f000000-7f001000 r-xp 00000000 08:01 4321                       /lib/x86_64-linux-gnu/libc.so.6
            7f001000-7f002000 r-xp 00000000 00:00 0
            7f002000-7f001000 r-xp 00000000 08:01 1234                       /opt/my apps/davenport
            """
        #expect(codeRanges(of: "/opt/my apps/davenport", in: maps) == [0x55d0f000..<0x55d2f000])
        #expect(codeRanges(of: "/opt/my apps/davenpor", in: maps).isEmpty)
    }

    #if os(Linux)
        @Test("It goes, and what is needed comes back")
        func live() throws {
            let before = try codeInMemory()
            giveBackStartCode()
            #expect(try codeInMemory() < before)
        }

        /// How many kB of this program's own code lie in memory.
        private func codeInMemory() throws -> Int {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let lines = try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(separator: "\n")
            var sum = 0
            var isCode = false
            for line in lines {
                if line.contains(" r-xp ") || line.contains("-p ") { isCode = line.contains(" r-xp ") && line.hasSuffix(program) }
                if isCode, line.hasPrefix("Rss:") { sum += Int(line.split(separator: " ")[1]) ?? 0 }
            }
            return sum
        }
    #endif
}
