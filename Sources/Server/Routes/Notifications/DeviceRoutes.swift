import DavenportAPI
import Domain

extension Mount {
    func devices() throws {
        try on(Endpoints.registerDevice, UseCases.registerDevice)
        try on(Endpoints.listDevices, UseCases.listDevices)
        try on(Endpoints.unregisterDevice, UseCases.unregisterDevice)
        try on(Endpoints.registerWebPush, UseCases.registerWebPush)
        try on(Endpoints.unregisterWebPush, UseCases.unregisterWebPush)
    }
}
