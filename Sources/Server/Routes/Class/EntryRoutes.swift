import Class
import DavenportAPI
import Domain

extension Mount {
    func entries() throws {
        try on(Endpoints.listEntries, UseCases.listEntries)
        try on(Endpoints.createEntry, UseCases.createEntry)
        try on(Endpoints.deleteEntry, UseCases.deleteEntry)
    }
}
