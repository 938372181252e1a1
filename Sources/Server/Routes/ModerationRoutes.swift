import DavenportAPI
import Domain

extension AreaRoutes {
    static let moderation = AreaRoutes(.moderation) { mount in
        try mount.on(Endpoints.createReport, UseCases.createReport)
        try mount.on(Endpoints.listReports, UseCases.listReports)
        try mount.on(Endpoints.showReport, UseCases.showReport)
        try mount.on(Endpoints.resolveReport, UseCases.resolveReport)
        try mount.on(Endpoints.addReportNote, UseCases.addReportNote)
        try mount.on(Endpoints.deleteWarning, UseCases.deleteWarning)

        try mount.on(Endpoints.showFilter, UseCases.showFilter)
        try mount.on(Endpoints.changeFilter, UseCases.changeFilter)
    }
}
