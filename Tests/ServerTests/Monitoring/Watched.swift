import DavenportAPI
import Foundation
import Prometheus
import Server
import Synchronization
import TestSupport

/// Collects the lines of an access log.
final class Lines: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { $0 } }
    var text: String { all.joined() }

    /// Returns an access log that writes to this object.
    func log(_ form: AccessLog.Form = .text, showsAddress: Bool = false) -> AccessLog {
        AccessLog(form, showsAddress: showsAddress) { line in self.state.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    }
}

extension ServerOptions {
    /// Returns options with a test's changes.
    static func with(_ change: (inout ServerOptions) -> Void) -> ServerOptions {
        var serverOptions = ServerOptions()
        change(&serverOptions)
        return serverOptions
    }
}

extension Registry {
    /// Returns the value of a series on the metrics page, nil if it is missing.
    func value(_ series: String) async -> Double? {
        await text().split(separator: "\n").first { $0.hasPrefix(series + " ") }.flatMap { Double($0.dropFirst(series.utf8.count + 1)) }
    }
}
