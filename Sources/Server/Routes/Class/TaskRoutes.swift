import Class
import DavenportAPI
import Domain

extension Mount {
    func tasks() throws {
        try on(Endpoints.createTask, UseCases.createTask)
        try on(Endpoints.listTasks, UseCases.listTasks)
        try on(Endpoints.showTask, UseCases.showTask)
        try on(Endpoints.changeTask, UseCases.changeTask)
        try on(Endpoints.deleteTask, UseCases.deleteTask)
        try on(Endpoints.listTaskAssignments, UseCases.listTaskAssignments)
        try on(Endpoints.assignTask, UseCases.assignTask)
        try on(Endpoints.withdrawAssignment, UseCases.withdrawAssignment)
        try on(Endpoints.addTeacher, UseCases.addTeacher)
        try on(Endpoints.removeTeacher, UseCases.removeTeacher)
    }
}
