import DavenportAPI
import Domain
import Watch

extension Mount {
    func rooms() throws {
        try on(Endpoints.createRoom, UseCases.createRoom)
        try on(Endpoints.listRooms, UseCases.listRooms)
        try on(Endpoints.showRoom, UseCases.showRoom)
        try on(Endpoints.deleteRoom, UseCases.deleteRoom)
        try on(Endpoints.createNextRoom, UseCases.createNextRoom)
        try on(Endpoints.addMember, UseCases.addMember)
        try on(Endpoints.leaveRoom, UseCases.leaveRoom)
        try on(Endpoints.markWatched, UseCases.markWatched)
        try on(Endpoints.unmarkWatched, UseCases.unmarkWatched)
        try on(Endpoints.markRead, UseCases.markRead)
    }
}
