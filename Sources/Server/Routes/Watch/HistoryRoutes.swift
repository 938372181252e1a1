import DavenportAPI
import Domain
import Watch

extension Mount {
    func history() throws {
        try on(Endpoints.importHistory, UseCases.importHistory)
    }
}
