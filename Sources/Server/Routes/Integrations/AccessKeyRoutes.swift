import DavenportAPI
import Domain

extension Mount {
    func accessKeys() throws {
        try on(Endpoints.createAccessKey, UseCases.createAccessKey)
        try on(Endpoints.listAccessKeys, UseCases.listAccessKeys)
        try on(Endpoints.deleteAccessKey, UseCases.deleteAccessKey)
        try on(Endpoints.showCalendar, UseCases.showCalendar)
    }
}
