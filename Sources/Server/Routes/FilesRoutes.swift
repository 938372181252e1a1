import DavenportAPI
import Domain

extension AreaRoutes {
    static let files = AreaRoutes(.files) { mount in
        try mount.on(Endpoints.createFile, UseCases.createFile)
        try mount.on(Endpoints.showFile, UseCases.showFile)
        try mount.on(Endpoints.showThumbnail, UseCases.showThumbnail)
        try mount.on(Endpoints.deleteFile, UseCases.deleteFile)
    }
}
