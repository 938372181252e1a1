import DavenportAPI
import Domain

extension Mount {
    func mutes() throws {
        try on(Endpoints.showMutes, UseCases.showMutes)
        try on(Endpoints.changeMutes, UseCases.changeMutes)
    }
}
