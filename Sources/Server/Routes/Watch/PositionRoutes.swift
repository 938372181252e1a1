import DavenportAPI
import Domain
import Watch

extension Mount {
    func positions() throws {
        try on(Endpoints.setPosition, UseCases.setPosition)
        try on(Endpoints.deletePosition, UseCases.deletePosition)
    }
}
