import Foundation

extension Registry {
    /// Adds metrics of the process: memory, processor time, open files and start time. They have the names that
    /// Prometheus' own libraries use. Adds nothing on systems without `/proc`.
    public func observeProcess() {
        let (ticks, page) = (Double(max(1, sysconf(Int32(_SC_CLK_TCK)))), Double(max(1, sysconf(Int32(_SC_PAGESIZE)))))
        let boot = Self.numbers("/proc/stat") { $0.split(separator: "\n").first { $0.hasPrefix("btime ") } }
        readings {
            let memory = Self.numbers("/proc/self/statm") { $0[...] }
            // The fields follow the program's name, which is in brackets and may contain spaces.
            let times = Self.numbers("/proc/self/stat") { $0.split(separator: ")").last }
            guard memory.count > 1, times.count > 19, boot.count > 1 else { return [] }
            let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            return [
                Reading(.gauge, Family("process_virtual_memory_bytes", "Virtual memory in bytes."), memory[0] * page),
                Reading(.gauge, Family("process_resident_memory_bytes", "Resident memory in bytes."), memory[1] * page),
                Reading(
                    .counter, Family("process_cpu_seconds_total", "Processor time of the program and the system for it."),
                    (times[11] + times[12]) / ticks),
                Reading(
                    .gauge, Family("process_start_time_seconds", "When it was started, in seconds since 1970."),
                    boot[1] + times[19] / ticks),
                Reading(.gauge, Family("process_open_fds", "Open file descriptors."), Double(files ?? 0)),
            ]
        }
    }

    /// Returns the words in a part of a file as numbers. The function `part` selects the part. A word that isn't a
    /// number becomes 0. The result is empty if the file can't be read.
    private static func numbers(_ path: String, _ part: (String) -> Substring?) -> [Double] {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text.flatMap(part)?.split(whereSeparator: { $0.isWhitespace }).map { Double($0) ?? 0 } ?? []
    }
}
