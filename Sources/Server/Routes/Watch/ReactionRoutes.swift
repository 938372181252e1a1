import DavenportAPI
import Watch

extension Mount {
    func reactions() throws {
        try on(Endpoints.addReaction, AddReaction.self)
        try on(Endpoints.removeReaction, RemoveReaction.self)
    }
}
