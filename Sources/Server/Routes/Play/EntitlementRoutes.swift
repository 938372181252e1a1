import DavenportAPI
import Play

extension Mount {
    func entitlements() throws {
        try on(Endpoints.presentTransaction, PresentTransaction.self)
        try on(Endpoints.listEntitlements, ListEntitlements.self)
        try on(Endpoints.takeStoreNotification, HandleStoreNotification.self)
    }
}
