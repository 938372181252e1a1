import DavenportAPI
import DavenportClient
import Foundation
import TestSupport

@testable import DavenportStore

extension History {
    /// Makes a user write to their teacher, play, or change a friendship on a device, with or without network.
    func writeElsewhere(_ place: Place) async throws {
        let replica = place.device.replica
        switch chance.below(8) {
        case 0..<3:
            guard let assignment = chance.oneOf(replica.assignments.items) else { return }
            let text = text()
            let id = try await replica.createMessage(assignmentID: assignment.id, text: text)
            foreseen.messages[id] = .init(assignmentID: assignment.id, text: text)
        case 3:
            guard let assignment = chance.oneOf(replica.assignments.items) else { return }
            let entries = replica.history(of: assignment.id)
            do { try await entries.itemsHaveLoaded() } catch is Device.Killed { return }
            guard let message = chance.oneOf(entries.items.filter { $0.author?.id == place.person.id }) else { return }
            try await replica.deleteMessage(assignmentID: assignment.id, entryID: message.id)
            foreseen.deletedMessages.insert(message.id)
        case 4..<6:
            guard let play = chance.oneOf(replica.plays.items.filter { !$0.over }) else { return }
            try await replica.sendMoves(playID: play.id, moves: play.moves + next(in: play), finish: chance.below(8) == 0)
        default:
            guard let other = chance.oneOf(people.filter { $0.id != place.person.id }) else { return }
            let stub = UserStub(id: other.id, username: other.username, identityColor: "")
            switch chance.below(8) {
            case 0..<4: try await replica.befriend(stub)
            case 4..<6: try await replica.unblock(userID: other.id)
            case 6:
                foreseen.hasBlocked = true
                try await replica.unfriend(userID: other.id)
            default:
                foreseen.hasBlocked = true
                try await replica.block(stub)
            }
        }
    }

    /// Returns the removal of the next cubelet of the cube's front, which nothing covers; nil after the last one.
    private func next(in play: PlayOutline) -> [PlayedMove] {
        guard play.moves.count < 9, let cubelet = Cubelet(26 - play.moves.count) else { return [] }
        let elapsed = Int(server.clock.now.timeIntervalSince(play.startedAt) * 1000)
        return [PlayedMove(Move(at: max(elapsed, play.moves.last?.at ?? 0), cubelet: cubelet), word: nil)]
    }

    /// Makes a user start a play or write a message on another device, or makes their teacher answer.
    func learnOrPlay(_ person: Person, _ client: DavenportClient) async throws {
        if chance.below(2) == 0 {
            let today = try await client.showToday()
            return try await tolerant { try await client.startPlay(challengeID: today.untimed.id) }
        }
        let teacher = server.client(over: server.transport, token: try await server.logIn(teacher))
        guard let assignment = chance.oneOf(try await client.listAssignments(AssignmentQuery()).items) else { return }
        let author = chance.below(2) == 0 ? client : teacher
        let entry = NewEntry(assignmentID: assignment.id, action: .message, text: text())
        try await tolerant { try await author.createEntry(entry) }
    }
}

extension Foresight {
    struct Message {
        let assignmentID: UUID
        let text: String
    }

    /// Returns whether a write outside the rooms may have failed with this code.
    func foresees(_ write: any ReplicaWrite, _ code: Problem.Code) -> Bool {
        switch write {
        // The message was created, the answer was lost, and the message was deleted before the retry.
        case let write as ClassWrite: code == .idTaken && write.entryID.map { deletedMessages.contains($0) } == true
        // Another device of the same person has played, or the day is over.
        case is PlayWrite: [.movesDiffer, .playOver, .moveRefused].contains(code)
        case is PeopleWrite: hasBlocked && [.notFound, .invalid].contains(code)
        default: false
        }
    }
}
