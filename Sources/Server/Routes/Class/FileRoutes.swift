import Class
import DavenportAPI
import Domain

extension Mount {
    func files() throws {
        try on(Endpoints.createFile, UseCases.createFile)
        try on(Endpoints.showFile, UseCases.showFile)
        try on(Endpoints.deleteFile, UseCases.deleteFile)
    }
}
