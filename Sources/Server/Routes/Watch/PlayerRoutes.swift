import DavenportAPI
import Domain
import Watch

extension Mount {
    func players() throws {
        try on(Endpoints.takePlayerEvent, UseCases.takePlayerEvent)
    }
}
