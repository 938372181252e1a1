import DavenportAPI
import Domain

extension Mount {
    func accessKeys() throws {
        try on(Endpoints.createAccessKey, CreateAccessKey.self)
        try on(Endpoints.listAccessKeys, ListAccessKeys.self)
        try on(Endpoints.deleteAccessKey, DeleteAccessKey.self)
        try on(Endpoints.showCalendar, ShowCalendar.self)
    }
}
