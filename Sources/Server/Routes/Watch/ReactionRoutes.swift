import DavenportAPI
import Domain
import Watch

extension Mount {
    func reactions() throws {
        try on(Endpoints.addReaction, UseCases.addReaction)
        try on(Endpoints.removeReaction, UseCases.removeReaction)
    }
}
