import Class
import DavenportAPI
import Domain

extension Mount {
    func students() throws {
        try on(Endpoints.listStudents, UseCases.listStudents)
        try on(Endpoints.addStudent, UseCases.addStudent)
        try on(Endpoints.removeStudent, UseCases.removeStudent)
        try on(Endpoints.listStudentAssignments, UseCases.listStudentAssignments)
        try on(Endpoints.listTeachers, UseCases.listTeachers)
        try on(Endpoints.leaveTeacher, UseCases.leaveTeacher)
    }
}
