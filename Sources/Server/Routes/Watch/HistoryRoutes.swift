import DavenportAPI
import Watch

extension Mount {
    func history() throws {
        try on(Endpoints.importHistory, ImportHistory.self)
    }
}
