import DavenportAPI
import Domain
import Logging

extension Logger {
    /// Logs that a step of a worker failed and will be tried again. It logs nothing if the database is away, because
    /// `OutageLog` does that, once for all steps.
    func failed(_ step: String, _ error: any Error, _ metadata: Logger.Metadata = [:]) {
        if let problem = error as? Problem, problem.code == .unavailable { return }
        warning("\(step)", metadata: metadata.merging(["error": "\(error)"]) { $1 })
    }
}
