import Foundation

extension Registry {
    /// Adds the metrics of the process, with the names of Prometheus' own libraries: memory, processor time, files and
    /// start time. Adds nothing on systems without `/proc`.
    public func observeProcess() {
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        let page = Double(max(1, sysconf(Int32(_SC_PAGESIZE))))
        readings {
            var found: [Reading] = []
            if let memory = Self.words("/proc/self/statm"), memory.count > 1 {
                found.append(Reading(.gauge, .virtualMemory, (Double(memory[0]) ?? 0) * page))
                found.append(Reading(.gauge, .residentMemory, (Double(memory[1]) ?? 0) * page))
            }
            // The fields follow the program's name, which is in brackets and may contain spaces.
            if let state = Self.text("/proc/self/stat")?.split(separator: ")").last?.split(separator: " "), state.count > 19 {
                found.append(Reading(.counter, .processor, ((Double(state[11]) ?? 0) + (Double(state[12]) ?? 0)) / ticks))
                if let boot = Self.bootTime { found.append(Reading(.gauge, .start, boot + (Double(state[19]) ?? 0) / ticks)) }
            }
            if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                found.append(Reading(.gauge, .openFiles, Double(files.count)))
            }
            return found
        }
    }

    private static let bootTime: Double? =
        text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }

    private static func words(_ path: String) -> [Substring]? { text(path)?.split(whereSeparator: \.isWhitespace) }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

extension Family {
    fileprivate static let virtualMemory = Family("process_virtual_memory_bytes", "Virtual memory in bytes.")
    fileprivate static let residentMemory = Family("process_resident_memory_bytes", "Resident memory in bytes.")
    fileprivate static let processor = Family("process_cpu_seconds_total", "Processor time of the program and the system for it.")
    fileprivate static let start = Family("process_start_time_seconds", "When it was started, in seconds since 1970.")
    fileprivate static let openFiles = Family("process_open_fds", "Open file descriptors.")
}
