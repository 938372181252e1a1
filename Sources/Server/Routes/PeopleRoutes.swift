import DavenportAPI
import Domain

extension AreaRoutes {
    static let people = AreaRoutes(.people) { mount in
        try mount.on(Endpoints.createInvite, UseCases.createInvite)
        try mount.on(Endpoints.listInvites, UseCases.listInvites)
        try mount.on(Endpoints.showInviteCode, UseCases.showInviteCode)
        try mount.on(Endpoints.withdrawInvite, UseCases.withdrawInvite)
        try mount.on(Endpoints.lookUpInvite, UseCases.lookUpInvite)

        try mount.on(Endpoints.listFriends, UseCases.listFriends)
        try mount.on(Endpoints.befriend, UseCases.befriend)
        try mount.on(Endpoints.unfriend, UseCases.unfriend)

        try mount.on(Endpoints.listBlocks, UseCases.listBlocks)
        try mount.on(Endpoints.block, UseCases.block)
        try mount.on(Endpoints.unblock, UseCases.unblock)

        try mount.on(Endpoints.showMutes, UseCases.showMutes)
        try mount.on(Endpoints.changeMutes, UseCases.changeMutes)
    }
}
