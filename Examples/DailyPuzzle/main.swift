// Today's puzzle in the terminal: daily-puzzle URL COMMUNITY EMAIL PASSWORD [timed]
import DavenportAPI
import DavenportClient
import Foundation

let given = CommandLine.arguments
guard given.count > 4, let url = URL(string: given[1]) else { exit(2) }
let community = DavenportClient(baseURL: url, tenant: given[2])
let me = community.authorized(by: try await community.logIn(email: given[3], password: given[4]).token)

let today = try await me.showToday()
var play = try await me.startPlay(challengeID: given.last == "timed" ? today.timed.id : today.untimed.id).value
let began = ContinuousClock.now - .milliseconds(play.elapsed ?? 0)
let list = try WordList(try await me.showWordList(wordListID: play.wordListID).bytes)
guard let puzzle = Puzzle(play.letters) else { exit(1) }
let limit = (play.endsAt.timeIntervalSince(play.startedAt) * 1000).rounded()
var game = Game(puzzle, by: list, limit: Int(limit), after: play.moves)

while !play.over {
    print(drawing(of: game), "\(game.score) points. A word, -NUMBER to take a cubelet away, or nothing to finish:", separator: "\n")
    guard let typed = readLine()?.lowercased(), !typed.isEmpty else { break }
    let at = max(Int((ContinuousClock.now - began) / .milliseconds(1)), game.moves.last?.at ?? 0)
    let cubelet = typed.hasPrefix("-") ? Int(typed.dropFirst()).flatMap { Cubelet($0) } : nil
    let move = cubelet.map { Move(at: at, cubelet: $0) } ?? Move(at: at, faces: game.faces(of: typed) ?? [])
    do {
        let word = try game.play(move)
        play = try await me.sendMoves(NewMoves(playID: play.id, from: game.moves.count - 1, moves: [move]))
        print(word.map { "\($0.word) scores \($0.score)." } ?? "It is gone.")
    } catch let refusal as MoveRefusal {
        print(move.action == .word([]) ? "The cube doesn't spell that." : "No: \(refusal.reason.rawValue).")
    }
}

play = try await me.sendMoves(NewMoves(playID: play.id, from: game.moves.count, finish: true))
for result in try await me.listResults(ResultQuery(challengeID: play.challengeID)).items {
    print("\(result.rank). \(result.user?.username ?? "somebody"), \(result.score) points, \(result.bestWord.word) the best word")
}
