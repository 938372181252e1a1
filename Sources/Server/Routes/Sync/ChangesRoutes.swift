import DavenportAPI
import Domain

extension Mount {
    func changes() throws {
        try on(Endpoints.listChanges, UseCases.listChanges)
    }
}
