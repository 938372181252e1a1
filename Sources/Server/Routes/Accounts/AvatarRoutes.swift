import DavenportAPI
import Domain

extension Mount {
    func avatars() throws {
        try on(Endpoints.setAvatar, UseCases.setAvatar)
        try on(Endpoints.deleteAvatar, UseCases.deleteAvatar)
        try on(Endpoints.showAvatar, UseCases.showAvatar)
    }
}
