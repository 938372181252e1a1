import Class
import DavenportAPI
import Domain

extension Mount {
    func assignments() throws {
        try on(Endpoints.listAssignments, UseCases.listAssignments)
        try on(Endpoints.showAssignment, UseCases.showAssignment)
        try on(Endpoints.markEntriesRead, UseCases.markEntriesRead)
        try on(Endpoints.setDraft, UseCases.setDraft)
    }
}
