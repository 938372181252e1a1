import Class
import DavenportAPI

extension Mount {
    func tasks() throws {
        try on(Endpoints.createTask, CreateTask.self)
        try on(Endpoints.listTasks, ListTasks.self)
        try on(Endpoints.showTask, ShowTask.self)
        try on(Endpoints.changeTask, ChangeTask.self)
        try on(Endpoints.deleteTask, DeleteTask.self)
        try on(Endpoints.listTaskAssignments, ListTaskAssignments.self)
        try on(Endpoints.assignTask, AssignTask.self)
        try on(Endpoints.withdrawAssignment, WithdrawAssignment.self)
        try on(Endpoints.addTeacher, AddTeacher.self)
        try on(Endpoints.removeTeacher, RemoveTeacher.self)
    }
}
