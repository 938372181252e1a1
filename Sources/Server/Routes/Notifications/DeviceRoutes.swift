import DavenportAPI
import Domain

extension Mount {
    func devices() throws {
        try on(Endpoints.registerDevice, RegisterDevice.self)
        try on(Endpoints.listDevices, ListDevices.self)
        try on(Endpoints.unregisterDevice, UnregisterDevice.self)
        try on(Endpoints.registerWebPush, RegisterWebPush.self)
        try on(Endpoints.unregisterWebPush, UnregisterWebPush.self)
    }
}
