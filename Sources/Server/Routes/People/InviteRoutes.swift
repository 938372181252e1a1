import DavenportAPI
import Domain

extension Mount {
    func invites() throws {
        try on(Endpoints.createInvite, CreateInvite.self)
        try on(Endpoints.listInvites, ListInvites.self)
        try on(Endpoints.withdrawInvite, WithdrawInvite.self)
        try on(Endpoints.lookUpInvite, LookUpInvite.self)
    }
}
