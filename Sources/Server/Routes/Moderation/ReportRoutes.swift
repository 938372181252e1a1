import DavenportAPI
import Domain

extension Mount {
    func reports() throws {
        try on(Endpoints.createReport, CreateReport.self)
        try on(Endpoints.listReports, ListReports.self)
        try on(Endpoints.showReport, ShowReport.self)
        try on(Endpoints.resolveReport, ResolveReport.self)
        try on(Endpoints.addReportNote, AddReportNote.self)
        try on(Endpoints.deleteWarning, DeleteWarning.self)
    }
}
