import DavenportAPI
import Domain

extension Mount {
    func feedback() throws {
        try on(Endpoints.createFeedback, CreateFeedback.self)
        try on(Endpoints.listFeedback, ListFeedback.self)
        try on(Endpoints.changeFeedback, ChangeFeedback.self)
    }
}
