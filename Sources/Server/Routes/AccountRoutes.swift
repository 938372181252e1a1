import DavenportAPI
import Domain

extension Mount {
    func accounts() throws {
        try on(Endpoints.signUp, SignUp.self)
        try on(Endpoints.logIn, LogIn.self)
        try on(Endpoints.listSessions, ListSessions.self)
        try on(Endpoints.endCurrentSession, EndCurrentSession.self)
        try on(Endpoints.endSession, EndSession.self)
        try on(Endpoints.endOtherSessions, EndOtherSessions.self)
        try on(Endpoints.showMe, ShowMe.self)
    }

    func avatars() throws {
        try on(Endpoints.setAvatar, SetAvatar.self)
        try on(Endpoints.deleteAvatar, DeleteAvatar.self)
        try on(Endpoints.showAvatar, ShowAvatar.self)
    }

    func tenant() throws {
        try on(Endpoints.showTenant, ShowTenant.self)
    }
}
