// Keeps a local copy of everything that a user sees, and prints its changes: replica URL TOKEN FOLDER
//
// Each typed line becomes a comment in the room that was last active, with or without a network. The line may begin
// with an id for the comment.
import DavenportAPI
import DavenportClient
import DavenportStore
import Foundation

let given = CommandLine.arguments
guard given.count > 3, let url = URL(string: given[1]) else { exit(2) }
let replica = Replica(folder: URL(filePath: given[3]), client: DavenportClient(baseURL: url) { given[2] })
try await replica.hasLoaded()
do { try await replica.sync() } catch { tell("Without network: \(error)") }
guard let room = replica.rooms.items.first else { exit(1) }
let comments = replica.comments(of: room.id)
let (running, showing) = (Task { await replica.run() }, Task { await show(comments.events) })

for await line in lines() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let chosen = words.count > 1 ? UUID(uuidString: words[0]) : nil
    let text = chosen == nil ? line : words[1]
    if chosen.map({ comments[id: $0] == nil }) ?? true {
        let id = try await replica.createComment(NewComment(roomID: room.id, id: chosen, content: text))
        tell("kept \(id)")
    } else if let chosen {
        tell("kept \(chosen)")
    }
}

// Before the program ends, it sends the waiting writes and prints those that the server refused.
while replica.writes.contains(where: { $0.failure == nil }) { try await Task.sleep(for: .milliseconds(20)) }
for write in replica.writes { tell("failed \(write)") }
running.cancel()
showing.cancel()
