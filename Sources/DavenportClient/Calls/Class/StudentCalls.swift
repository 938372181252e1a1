import DavenportAPI

extension DavenportClient {
    /// My students by username, or those of the community whom I could add.
    public var listStudents: Call<StudentQuery, Page<Student>> { Call(self, Endpoints.listStudents) }
    /// Make a student of the community mine.
    public var addStudent: Call<UserReference, Student> { Call(self, Endpoints.addStudent) }
    /// Teach somebody no longer.
    public var removeStudent: Call<UserReference, NoContent> { Call(self, Endpoints.removeStudent) }
    /// What a student has of the tasks that I teach.
    public var listStudentAssignments: Call<StudentAssignmentQuery, Page<Assignment>> { Call(self, Endpoints.listStudentAssignments) }
    /// Who teaches me.
    public var listTeachers: Call<NoInput, Items<User>> { Call(self, Endpoints.listTeachers) }
    /// Be somebody's student no longer.
    public var leaveTeacher: Call<UserReference, NoContent> { Call(self, Endpoints.leaveTeacher) }
}
