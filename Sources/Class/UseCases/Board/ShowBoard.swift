import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Shows the active tasks that the caller teaches and that have students, with one cell for each student's assignment.
    public func showBoard(_ caller: Caller, _ input: PageQuery) async throws -> Board {
        let after = try TaskRepository.Position(input.after)
        return try await database.transaction(for: caller) { transaction in
            let tasks = try await TaskRepository(transaction, seenBy: caller).list(.onBoard(after: after, limit: input.limit + 1))
            let page = Page(tasks, limit: input.limit) { TaskRepository.Position.behind($0, archived: false) }
            let board = BoardRepository(transaction, seenBy: caller)
            let cells = try await board.cells(of: page.items.map(\.id))
            let students = try await board.students(in: cells)
            return Board(
                tasks: page.items, students: students, cells: cells.placed(page.items.map(\.id), students.map(\.id)), next: page.next)
        }
    }
}

extension [Cell] {
    /// Returns the cells in the order of the board: by task, then by student.
    /// - Parameter taskIDs: the ids of the board's tasks, in their order.
    /// - Parameter studentIDs: the ids of the board's students, in their order.
    fileprivate func placed(_ taskIDs: [UUID], _ studentIDs: [UUID]) -> [Cell] {
        let rows = Dictionary(uniqueKeysWithValues: zip(taskIDs, taskIDs.indices))
        let columns = Dictionary(uniqueKeysWithValues: zip(studentIDs, studentIDs.indices))
        let places = map { (rows[$0.taskID] ?? 0) * studentIDs.count + (columns[$0.userID] ?? 0) }
        return indices.sorted { places[$0] < places[$1] }.map { self[$0] }
    }
}
