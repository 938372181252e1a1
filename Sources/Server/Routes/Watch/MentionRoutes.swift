import DavenportAPI
import Watch

extension Mount {
    func mentions() throws {
        try on(Endpoints.listMentionables, ListMentionables.self)
    }
}
