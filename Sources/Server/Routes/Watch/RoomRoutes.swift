import DavenportAPI
import Watch

extension Mount {
    func rooms() throws {
        try on(Endpoints.createRoom, CreateRoom.self)
        try on(Endpoints.listRooms, ListRooms.self)
        try on(Endpoints.showRoom, ShowRoom.self)
        try on(Endpoints.deleteRoom, DeleteRoom.self)
        try on(Endpoints.createNextRoom, CreateNextRoom.self)
        try on(Endpoints.addMember, AddMember.self)
        try on(Endpoints.leaveRoom, LeaveRoom.self)
        try on(Endpoints.markWatched, MarkWatched.self)
        try on(Endpoints.unmarkWatched, UnmarkWatched.self)
        try on(Endpoints.markRead, MarkRead.self)
    }
}
