// Two friends, from an invite to the first comment: first-evening URL COMMUNITY INVITE
import DavenportAPI
import DavenportClient
import Foundation

guard CommandLine.arguments.count == 4, let url = URL(string: CommandLine.arguments[1]) else { exit(2) }
let den = DavenportClient(baseURL: url, tenant: CommandLine.arguments[2])

let password = "popcorn-and-sofa"
let ada = try await den.signUp(NewUser(invite: CommandLine.arguments[3], email: "ada@example.org", password: password, username: "ada"))
let asAda = den.authorized(by: ada.token)
let invite = try await asAda.createInvite(NewInvite(note: "for Bea"))
let bea = try await den.signUp(NewUser(invite: invite.code, email: "bea@example.org", password: password, username: "bea"))
let asBea = den.authorized(by: bea.token)
print("Friends:", try await asAda.listFriends().friends.map(\.username))

let episode = NewSubject.tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance", episodeTitle: "Good News About Hell")
let room = try await asAda.createRoom(NewRoom(subject: episode, memberIDs: [bea.user.id])).value
_ = try await asAda.createComment(NewComment(roomID: room.id, content: "15:43 that hallway!"))
_ = try await asAda.createComment(NewComment(roomID: room.id, content: "What a beginning."))
_ = try await asAda.markWatched(roomID: room.id)

for section in try await asBea.showDashboard().sections {
    print("\(section.group.title):", section.rooms.map { "\($0.attention), \($0.unreadCount) unread" })
}
_ = try await asBea.markWatched(roomID: room.id)
let comments = try await asBea.all(Endpoints.listComments, CommentQuery(roomID: room.id)).array()
for thread in comments.threads {
    print(thread.isGeneral ? "In general" : TimestampText.text(thread.seconds), thread.comments.map(\.content))
}
