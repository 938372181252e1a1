import DavenportAPI
import Watch

extension Mount {
    func players() throws {
        try on(Endpoints.takePlayerEvent, TakePlayerEvent.self)
    }
}
