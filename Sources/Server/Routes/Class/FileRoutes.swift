import Class
import DavenportAPI

extension Mount {
    func files() throws {
        try on(Endpoints.createFile, CreateFile.self)
        try on(Endpoints.showFile, ShowFile.self)
        try on(Endpoints.deleteFile, DeleteFile.self)
    }
}
