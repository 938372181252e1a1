import DavenportAPI
import DavenportClient

extension Play {
    /// Returns the play's first move: the first word of three faces that its puzzle has.
    public func easyMove() throws -> Move {
        guard let puzzle = Puzzle(letters), let faces = puzzle.easyWord(by: try WordList.english.get()) else { throw NoWord() }
        return Move(at: 0, faces: faces)
    }

    private struct NoWord: Error {}
}

extension Puzzle {
    /// Returns the first word of three faces that can be played at the start; nil if there is none.
    func easyWord(by list: WordList) -> [Face]? {
        let open = Face.all.filter { $0.isOuter }
        for second in open {
            let around = open.filter { $0.touches(second) }
            for first in around {
                for third in around where third != first && list.contains(word(of: [first, second, third])) {
                    return [first, second, third]
                }
            }
        }
        return nil
    }
}

extension TestServer {
    /// Starts one of today's challenges, and plays an easy word unless `word` is false.
    @discardableResult
    public func play(_ person: Person, _ mode: PlayMode = .timed, word: Bool = true, finish: Bool = false) async throws -> Play {
        let client = self.as(person)
        let today = try await client.showToday()
        let play = try await client.startPlay(challengeID: mode == .timed ? today.timed.id : today.untimed.id).value
        guard word || finish else { return play }
        return try await client.sendMoves(NewMoves(playID: play.id, moves: word ? [try play.easyMove()] : [], finish: finish))
    }

    /// Sets the time zone of a user's notifications; nil removes it.
    public func setTimeZone(_ person: Person, _ zone: String?) async throws {
        _ = try await self.as(person).changeNotificationPreferences(NewNotificationPreferences(timeZone: zone))
    }
}
