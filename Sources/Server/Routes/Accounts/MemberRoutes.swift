import DavenportAPI
import Domain

extension Mount {
    func members() throws {
        try on(Endpoints.showUser, UseCases.showUser)
        try on(Endpoints.findUsers, UseCases.findUsers)
        try on(Endpoints.listMembers, UseCases.listMembers)
        try on(Endpoints.changeMember, UseCases.changeMember)
    }
}
