import DavenportAPI
import Domain

extension Mount {
    func friends() throws {
        try on(Endpoints.listFriends, ListFriends.self)
        try on(Endpoints.befriend, Befriend.self)
        try on(Endpoints.unfriend, Unfriend.self)
    }
}
