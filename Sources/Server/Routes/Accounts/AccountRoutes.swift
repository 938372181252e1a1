import DavenportAPI
import Domain

extension Mount {
    func accounts() throws {
        try on(Endpoints.signUp, UseCases.signUp)
        try on(Endpoints.logIn, UseCases.logIn)
        try on(Endpoints.listSessions, UseCases.listSessions)
        try on(Endpoints.endCurrentSession, UseCases.endCurrentSession)
        try on(Endpoints.endSession, UseCases.endSession)
        try on(Endpoints.endOtherSessions, UseCases.endOtherSessions)
        try on(Endpoints.showMe, UseCases.showMe)
        try on(Endpoints.changeMe, UseCases.changeMe)
        try on(Endpoints.changePassword, UseCases.changePassword)
        try on(Endpoints.deleteAccount, UseCases.deleteAccount)
        try on(Endpoints.exportMe, UseCases.exportMe)
    }
}
