import DavenportAPI
import Domain
import Watch

extension Mount {
    func mentions() throws {
        try on(Endpoints.listMentionables, UseCases.listMentionables)
    }
}
