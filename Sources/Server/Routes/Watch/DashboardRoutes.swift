import DavenportAPI
import Watch

extension Mount {
    func dashboard() throws {
        try on(Endpoints.showDashboard, ShowDashboard.self)
        try on(Endpoints.listGroups, ListGroups.self)
    }
}
