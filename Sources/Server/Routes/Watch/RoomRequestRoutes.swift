import DavenportAPI
import Domain
import Watch

extension Mount {
    func roomRequests() throws {
        try on(Endpoints.listJoinableRooms, UseCases.listJoinableRooms)
        try on(Endpoints.listRoomRequests, UseCases.listRoomRequests)
        try on(Endpoints.openRoom, UseCases.openRoom)
        try on(Endpoints.closeRoom, UseCases.closeRoom)
        try on(Endpoints.askToJoin, UseCases.askToJoin)
        try on(Endpoints.withdrawRoomRequest, UseCases.withdrawRoomRequest)
        try on(Endpoints.listRequestsOfRoom, UseCases.listRequestsOfRoom)
        try on(Endpoints.acceptRoomRequest, UseCases.acceptRoomRequest)
        try on(Endpoints.declineRoomRequest, UseCases.declineRoomRequest)
    }
}
