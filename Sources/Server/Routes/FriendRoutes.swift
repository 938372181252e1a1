import DavenportAPI
import Domain

extension Mount {
    func invites() throws {
        try on(Endpoints.createInvite, CreateInvite.self)
    }

    func friends() throws {
        try on(Endpoints.listFriends, ListFriends.self)
        try on(Endpoints.befriend, Befriend.self)
        try on(Endpoints.unfriend, Unfriend.self)
    }
}
