import DavenportAPI
import Watch

extension Mount {
    func positions() throws {
        try on(Endpoints.setPosition, SetPosition.self)
        try on(Endpoints.deletePosition, DeletePosition.self)
    }
}
