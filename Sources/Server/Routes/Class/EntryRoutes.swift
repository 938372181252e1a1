import Class
import DavenportAPI

extension Mount {
    func entries() throws {
        try on(Endpoints.listEntries, ListEntries.self)
        try on(Endpoints.createEntry, CreateEntry.self)
        try on(Endpoints.deleteEntry, DeleteEntry.self)
    }
}
