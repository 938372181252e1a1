import DavenportAPI
import Domain

extension Mount {
    func invites() throws {
        try on(Endpoints.createInvite, CreateInvite.self)
        try on(Endpoints.listInvites, ListInvites.self)
        try on(Endpoints.withdrawInvite, WithdrawInvite.self)
        try on(Endpoints.lookUpInvite, LookUpInvite.self)
    }

    func friends() throws {
        try on(Endpoints.listFriends, ListFriends.self)
        try on(Endpoints.befriend, Befriend.self)
        try on(Endpoints.unfriend, Unfriend.self)
        try on(Endpoints.listBlocks, ListBlocks.self)
        try on(Endpoints.block, Block.self)
        try on(Endpoints.unblock, Unblock.self)
    }
}
