import DavenportAPI
import Domain
import Watch

extension AreaRoutes {
    static let watch = AreaRoutes(.watch) { mount in
        try mount.on(Endpoints.createRoom, UseCases.createRoom)
        try mount.on(Endpoints.listRooms, UseCases.listRooms)
        try mount.on(Endpoints.showRoom, UseCases.showRoom)
        try mount.on(Endpoints.deleteRoom, UseCases.deleteRoom)
        try mount.on(Endpoints.createNextRoom, UseCases.createNextRoom)
        try mount.on(Endpoints.addMember, UseCases.addMember)
        try mount.on(Endpoints.leaveRoom, UseCases.leaveRoom)
        try mount.on(Endpoints.markWatched, UseCases.markWatched)
        try mount.on(Endpoints.unmarkWatched, UseCases.unmarkWatched)
        try mount.on(Endpoints.markRead, UseCases.markRead)

        try mount.on(Endpoints.listJoinableRooms, UseCases.listJoinableRooms)
        try mount.on(Endpoints.listRoomRequests, UseCases.listRoomRequests)
        try mount.on(Endpoints.openRoom, UseCases.openRoom)
        try mount.on(Endpoints.closeRoom, UseCases.closeRoom)
        try mount.on(Endpoints.askToJoin, UseCases.askToJoin)
        try mount.on(Endpoints.withdrawRoomRequest, UseCases.withdrawRoomRequest)
        try mount.on(Endpoints.listRequestsOfRoom, UseCases.listRequestsOfRoom)
        try mount.on(Endpoints.acceptRoomRequest, UseCases.acceptRoomRequest)
        try mount.on(Endpoints.declineRoomRequest, UseCases.declineRoomRequest)

        try mount.on(Endpoints.setPosition, UseCases.setPosition)
        try mount.on(Endpoints.deletePosition, UseCases.deletePosition)

        try mount.on(Endpoints.listComments, UseCases.listComments)
        try mount.on(Endpoints.createComment, UseCases.createComment)
        try mount.on(Endpoints.editComment, UseCases.editComment)
        try mount.on(Endpoints.deleteComment, UseCases.deleteComment)

        try mount.on(Endpoints.addReaction, UseCases.addReaction)
        try mount.on(Endpoints.removeReaction, UseCases.removeReaction)

        try mount.on(Endpoints.listMentionables, UseCases.listMentionables)

        try mount.on(Endpoints.setSubtitles, UseCases.setSubtitles)
        try mount.on(Endpoints.fetchSubtitles, UseCases.fetchSubtitles)
        try mount.on(Endpoints.listCues, UseCases.listCues)
        try mount.on(Endpoints.deleteSubtitles, UseCases.deleteSubtitles)

        try mount.on(Endpoints.takePlayerEvent, UseCases.takePlayerEvent)

        try mount.on(Endpoints.importHistory, UseCases.importHistory)

        try mount.on(Endpoints.showDashboard, UseCases.showDashboard)
        try mount.on(Endpoints.listGroups, UseCases.listGroups)
    }
}
