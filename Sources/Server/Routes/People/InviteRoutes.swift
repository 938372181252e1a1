import DavenportAPI
import Domain

extension Mount {
    func invites() throws {
        try on(Endpoints.createInvite, UseCases.createInvite)
        try on(Endpoints.listInvites, UseCases.listInvites)
        try on(Endpoints.showInviteCode, UseCases.showInviteCode)
        try on(Endpoints.withdrawInvite, UseCases.withdrawInvite)
        try on(Endpoints.lookUpInvite, UseCases.lookUpInvite)
    }
}
