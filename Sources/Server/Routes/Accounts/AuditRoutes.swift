import DavenportAPI
import Domain

extension Mount {
    func audit() throws {
        try on(Endpoints.listAudit, UseCases.listAudit)
    }
}
