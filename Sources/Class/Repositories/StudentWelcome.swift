import DavenportAPI
import Domain
import Foundation
import Postgres

/// Adds a new student to a teacher's students, if the teacher created the invite that the student redeemed and may
/// teach (rules 3).
enum StudentWelcome {
    static func enroll(_ transaction: TenantTransaction, _ joiningUser: JoiningUser) async throws {
        guard joiningUser.role == .student, joiningUser.tenant.features.contains(.class), let teacherID = joiningUser.inviterID else {
            return
        }
        let tenant = transaction.tenantID
        _ = try await transaction.pipeline([
            StudentRepository(transaction).counted(teacherID),
            """
            INSERT INTO students (tenant_id, teacher_id, student_id, since)
            SELECT \(tenant), u.id, \(joiningUser.userID), \(transaction.now) FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.id = \(teacherID) AND teaches(u.role)
                AND u.birthday <= \(Role.latestBirthdayOfTeachers(at: transaction.now))
                AND (SELECT count(*) FROM students WHERE tenant_id = \(tenant) AND teacher_id = \(teacherID)) < \(ClassRules.students)
            """,
        ])
    }
}
