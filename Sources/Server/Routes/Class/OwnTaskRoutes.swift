import Class
import DavenportAPI
import Domain

extension Mount {
    func ownTasks() throws {
        try on(Endpoints.createOwnTask, UseCases.createOwnTask)
        try on(Endpoints.changeOwnTask, UseCases.changeOwnTask)
        try on(Endpoints.deleteOwnTask, UseCases.deleteOwnTask)
    }
}
