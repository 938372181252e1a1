import Class
import DavenportAPI

extension Mount {
    func students() throws {
        try on(Endpoints.listStudents, ListStudents.self)
        try on(Endpoints.addStudent, AddStudent.self)
        try on(Endpoints.removeStudent, RemoveStudent.self)
        try on(Endpoints.listStudentAssignments, ListStudentAssignments.self)
        try on(Endpoints.listTeachers, ListTeachers.self)
        try on(Endpoints.leaveTeacher, LeaveTeacher.self)
    }
}
