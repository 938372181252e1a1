import Foundation
import Testing

@testable import Programs

@Suite("Releasing memory of code and constants that only the start needs")
struct StartCodeTests {
    @Test("Unmodified, read-only mappings of files are found, of the program and its libraries")
    func ranges() {
        let mappings = """
            55d0c000-55d0f000 r--p 00000000 08:01 1234                       /opt/my apps/davenport
            Size:                 12 kB
            Anonymous:             0 kB
            VmFlags: rd mr mw me sd
            55d0f000-55d2f000 r-xp 00003000 08:01 1234                       /opt/my apps/davenport
            Anonymous:             0 kB
            55d2f000-55d3f000 r--p 00023000 08:01 1234                       /opt/my apps/davenport
            Anonymous:             4 kB
            55d3f000-55d4f000 rw-p 00033000 08:01 1234                       /opt/my apps/davenport
            Anonymous:             0 kB
            55d4f000-55d5f000 rwxp 00043000 08:01 1234                       /opt/my apps/davenport
            Anonymous:             0 kB
            55d60000-55d61000 r--p 00000000 00:00 0
            Anonymous:             0 kB
            7f000000-7f001000 r-xp 00000000 08:01 4321                       /lib/x86_64-linux-gnu/libc.so.6
            Anonymous:             0 kB
            7f002000-7f001000 r-xp 00000000 08:01 4321                       /lib/x86_64-linux-gnu/libc.so.6
            Anonymous:             0 kB
            7f003000-7f005000 r-xp 00000000 00:00 0                          [vdso]
            Anonymous:             0 kB
            7f006000-7f007000 r--p 00000000 08:01 4321                       /lib/x86_64-linux-gnu/libm.so.6
            """
        #expect(rangesAsInFiles(mappings) == [0x55d0c000..<0x55d0f000, 0x55d0f000..<0x55d2f000, 0x7f000000..<0x7f001000])
    }

    #if os(Linux)
        @Test("The program's and its libraries' pages are released, and load again on use")
        func live() throws {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let (own, libraries) = try (inMemory(program), inMemory(".so"))
            releaseStartupCode()
            #expect(try inMemory(program) < own)
            #expect(try inMemory(".so") < libraries)
        }

        /// Returns the resident memory in kB of the read-only mappings whose file name contains this text.
        private func inMemory(_ file: String) throws -> Int {
            let mappings = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd() ?? Data()
            var sum = 0
            var isCounted = false
            for line in String(decoding: mappings, as: UTF8.self).split(separator: "\n") {
                if line.contains("-p ") || line.contains("xp ") { isCounted = line.contains(" r-") && line.contains(file) }
                if isCounted, line.hasPrefix("Rss:") { sum += Int(line.split(separator: " ")[1]) ?? 0 }
            }
            return sum
        }
    #endif
}
