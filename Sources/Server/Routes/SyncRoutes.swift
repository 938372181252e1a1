import DavenportAPI
import Domain

extension AreaRoutes {
    static let sync = AreaRoutes(.sync) { mount in
        try mount.on(Endpoints.listChanges, UseCases.listChanges)
    }
}
