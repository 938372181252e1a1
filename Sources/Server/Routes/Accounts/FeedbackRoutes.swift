import DavenportAPI
import Domain

extension Mount {
    func feedback() throws {
        try on(Endpoints.createFeedback, UseCases.createFeedback)
        try on(Endpoints.listFeedback, UseCases.listFeedback)
        try on(Endpoints.changeFeedback, UseCases.changeFeedback)
    }
}
