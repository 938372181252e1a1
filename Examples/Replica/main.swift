// Keeps a local copy of everything that a user sees, and prints its changes: replica URL TOKEN FOLDER [VISITORS]
//
// Each typed line becomes a comment in the room that was last active, with or without a network. The line may begin
// with an id for the comment. VISITORS is a file of the people who commented, which `who` prints; one process uses it.
import DavenportAPI
import DavenportClient
import DavenportStore
import Foundation

let given = CommandLine.arguments
guard given.count > 3, let url = URL(string: given[1]) else { exit(2) }
let (client, folder) = (DavenportClient(baseURL: url) { given[2] }, URL(filePath: given[3]))
let replica = Replica(folder: folder, client: client)
// Beside the replica's folder, which holds no other files.
let images = ImageStore(folder: folder.appendingPathExtension("images"), client: client, limit: 1_000_000)
let visitors = given.count > 4 ? Visitors(file: URL(filePath: given[4]), images: images) : nil
try await replica.hasLoaded()
do { try await replica.sync() } catch { tell("Without network: \(error)") }
guard let room = replica.rooms.items.first else { exit(1) }
let comments = replica.comments(of: room.id)
let (running, showing) = (Task { await replica.run() }, Task { await show(comments.events, noting: visitors) })

for await line in lines() {
    if line == "who" {
        for visitor in visitors?.all ?? [] { tell("\(visitor.username): \(visitor.lastComment), \(visitor.pictureSize ?? 0) bytes") }
        continue
    }
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
