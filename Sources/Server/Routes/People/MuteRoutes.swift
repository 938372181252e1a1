import DavenportAPI
import Domain

extension Mount {
    func mutes() throws {
        try on(Endpoints.showMutes, ShowMutes.self)
        try on(Endpoints.changeMutes, ChangeMutes.self)
    }
}
