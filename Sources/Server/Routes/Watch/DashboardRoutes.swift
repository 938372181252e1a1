import DavenportAPI
import Domain
import Watch

extension Mount {
    func dashboard() throws {
        try on(Endpoints.showDashboard, UseCases.showDashboard)
        try on(Endpoints.listGroups, UseCases.listGroups)
    }
}
