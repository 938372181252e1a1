import Class
import DavenportAPI
import Domain

extension AreaRoutes {
    static let `class` = AreaRoutes(.class) { mount in
        try mount.on(Endpoints.listStudents, UseCases.listStudents)
        try mount.on(Endpoints.addStudent, UseCases.addStudent)
        try mount.on(Endpoints.removeStudent, UseCases.removeStudent)
        try mount.on(Endpoints.listStudentAssignments, UseCases.listStudentAssignments)
        try mount.on(Endpoints.listTeachers, UseCases.listTeachers)
        try mount.on(Endpoints.leaveTeacher, UseCases.leaveTeacher)

        try mount.on(Endpoints.handOver, UseCases.handOver)

        try mount.on(Endpoints.createTask, UseCases.createTask)
        try mount.on(Endpoints.listTasks, UseCases.listTasks)
        try mount.on(Endpoints.showTask, UseCases.showTask)
        try mount.on(Endpoints.changeTask, UseCases.changeTask)
        try mount.on(Endpoints.deleteTask, UseCases.deleteTask)
        try mount.on(Endpoints.listTaskAssignments, UseCases.listTaskAssignments)
        try mount.on(Endpoints.assignTask, UseCases.assignTask)
        try mount.on(Endpoints.withdrawAssignment, UseCases.withdrawAssignment)
        try mount.on(Endpoints.addTeacher, UseCases.addTeacher)
        try mount.on(Endpoints.removeTeacher, UseCases.removeTeacher)

        try mount.on(Endpoints.showBoard, UseCases.showBoard)

        try mount.on(Endpoints.listAssignments, UseCases.listAssignments)
        try mount.on(Endpoints.exportMarks, UseCases.exportMarks)
        try mount.on(Endpoints.showAssignment, UseCases.showAssignment)
        try mount.on(Endpoints.markEntriesRead, UseCases.markEntriesRead)
        try mount.on(Endpoints.setDraft, UseCases.setDraft)

        try mount.on(Endpoints.createOwnTask, UseCases.createOwnTask)
        try mount.on(Endpoints.changeOwnTask, UseCases.changeOwnTask)
        try mount.on(Endpoints.deleteOwnTask, UseCases.deleteOwnTask)

        try mount.on(Endpoints.listEntries, UseCases.listEntries)
        try mount.on(Endpoints.createEntry, UseCases.createEntry)
        try mount.on(Endpoints.deleteEntry, UseCases.deleteEntry)
    }
}
