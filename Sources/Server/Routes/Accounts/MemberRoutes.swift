import DavenportAPI
import Domain

extension Mount {
    func members() throws {
        try on(Endpoints.showUser, ShowUser.self)
        try on(Endpoints.findUsers, FindUsers.self)
        try on(Endpoints.listMembers, ListMembers.self)
        try on(Endpoints.changeMember, ChangeMember.self)
    }
}
