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
        try on(Endpoints.changeMe, ChangeMe.self)
        try on(Endpoints.changePassword, ChangePassword.self)
        try on(Endpoints.deleteAccount, DeleteAccount.self)
        try on(Endpoints.exportMe, ExportMe.self)
    }
}
