import DavenportAPI
import Domain

extension Mount {
    func friends() throws {
        try on(Endpoints.listFriends, UseCases.listFriends)
        try on(Endpoints.befriend, UseCases.befriend)
        try on(Endpoints.unfriend, UseCases.unfriend)
    }
}
