import Class
import DavenportAPI

extension Mount {
    func assignments() throws {
        try on(Endpoints.listAssignments, ListAssignments.self)
        try on(Endpoints.showAssignment, ShowAssignment.self)
        try on(Endpoints.markEntriesRead, MarkEntriesRead.self)
        try on(Endpoints.setDraft, SetDraft.self)
    }
}
