import DavenportAPI
import DavenportClient
import Foundation

/// The writes about plays that work without a network.
public enum PlayWrite: ReplicaWrite {
    /// - Parameters:
    ///   - from: the number of the first of these moves in the play.
    ///   - finish: whether these moves finish the play.
    case sendMoves(playID: UUID, from: Int, moves: [PlayedMove], finish: Bool)

    public var subjectID: UUID? { playID }

    /// The play that the write is about.
    public var playID: UUID {
        switch self {
        case .sendMoves(let playID, _, _, _): playID
        }
    }
}

extension PlayWrite: AreaWrite {
    func send(over client: DavenportClient) async throws -> (@Sendable (Self) -> Self)? {
        guard case .sendMoves(let playID, let from, let moves, let finish) = self else { return nil }
        _ = try await client.sendMoves(NewMoves(playID: playID, from: from, moves: moves.compactMap { $0.move }, finish: finish))
        return nil
    }

    /// Whether both writes send moves of the same play. If the server refuses a move, the play's later moves can't be sent,
    /// because the refused one would leave a gap.
    func buildsOn(_ other: Self) -> Bool { playID == other.playID }

    func merge(into merging: inout Merging<Self>) {
        guard case .sendMoves(let playID, let from, let moves, let finish) = self else { return }
        guard let last = merging.earlier.last(where: { $0.isWaiting && $0.action.playID == playID }), last.isOpen,
            case .sendMoves(_, let first, let earlier, let finished) = last.action, !finished, first <= from,
            from <= first + earlier.count
        else { return }
        merging.changed = (
            last.id, .sendMoves(playID: playID, from: first, moves: earlier.prefix(from - first) + moves, finish: finish)
        )
        merging.appended = nil
    }
}

extension PlayedMove {
    /// The move in the form in which it is sent, without its word and score, which the server finds itself.
    fileprivate var move: Move? {
        faces.map { Move(at: at, faces: $0) } ?? cubelet.map { Move(at: at, cubelet: $0) }
    }
}
