import DavenportAPI
import Foundation
import Prometheus
import Server
import Synchronization
import TestSupport

/// Keeps the lines of an access log.
final class Lines: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { $0 } }
    var text: String { all.joined() }

    /// An access log that writes here.
    func log(_ form: AccessLog.Form = .text, showsAddress: Bool = false) -> AccessLog {
        AccessLog(form, showsAddress: showsAddress) { line in self.state.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    }
}

extension ServerOptions {
    /// What a test sets of them.
    static func with(_ change: (inout ServerOptions) -> Void) -> ServerOptions {
        var serverOptions = ServerOptions()
        change(&serverOptions)
        return serverOptions
    }
}

extension Registry {
    /// The value of a line of the page; nil where there is none.
    func value(_ series: String) async -> Double? {
        await text().split(separator: "\n").first { $0.hasPrefix(series + " ") }.flatMap { Double($0.dropFirst(series.utf8.count + 1)) }
    }
}
