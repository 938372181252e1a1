import DavenportAPI

extension DavenportClient {
    /// List your students, or those that you can add, by username.
    public var listStudents: Call<StudentQuery, Page<Student>> { Call(self, Endpoints.listStudents) }
    /// Add a student of the community to your students.
    public var addStudent: Call<UserReference, Student> { Call(self, Endpoints.addStudent) }
    /// Remove a student.
    public var removeStudent: Call<UserReference, NoContent> { Call(self, Endpoints.removeStudent) }
    /// List a student's assignments of the tasks that you teach.
    public var listStudentAssignments: Call<StudentAssignmentQuery, Page<Assignment>> { Call(self, Endpoints.listStudentAssignments) }
    /// List your teachers.
    public var listTeachers: Call<NoInput, Items<User>> { Call(self, Endpoints.listTeachers) }
    /// Leave one of your teachers.
    public var leaveTeacher: Call<UserReference, NoContent> { Call(self, Endpoints.leaveTeacher) }
}
