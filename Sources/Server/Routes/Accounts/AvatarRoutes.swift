import DavenportAPI
import Domain

extension Mount {
    func avatars() throws {
        try on(Endpoints.setAvatar, SetAvatar.self)
        try on(Endpoints.deleteAvatar, DeleteAvatar.self)
        try on(Endpoints.showAvatar, ShowAvatar.self)
    }
}
