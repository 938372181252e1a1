import DavenportAPI
import Domain
import Play

extension Mount {
    func entitlements() throws {
        try on(Endpoints.presentTransaction, UseCases.presentTransaction)
        try on(Endpoints.listEntitlements, UseCases.listEntitlements)
        try on(Endpoints.takeStoreNotification, UseCases.handleStoreNotification)
    }
}
