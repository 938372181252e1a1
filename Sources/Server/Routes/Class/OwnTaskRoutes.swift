import Class
import DavenportAPI

extension Mount {
    func ownTasks() throws {
        try on(Endpoints.createOwnTask, CreateOwnTask.self)
        try on(Endpoints.changeOwnTask, ChangeOwnTask.self)
        try on(Endpoints.deleteOwnTask, DeleteOwnTask.self)
    }
}
