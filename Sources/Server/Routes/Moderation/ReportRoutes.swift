import DavenportAPI
import Domain

extension Mount {
    func reports() throws {
        try on(Endpoints.createReport, UseCases.createReport)
        try on(Endpoints.listReports, UseCases.listReports)
        try on(Endpoints.showReport, UseCases.showReport)
        try on(Endpoints.resolveReport, UseCases.resolveReport)
        try on(Endpoints.addReportNote, UseCases.addReportNote)
        try on(Endpoints.deleteWarning, UseCases.deleteWarning)
    }
}
