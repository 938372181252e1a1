// Written by bin/test --record from the endpoints.

import DavenportAPI

extension DavenportClient {
    /// Retrieve the community that the request addresses.
    public var showTenant: Call<NoInput, TenantInfo> { Call(self, Endpoints.showTenant) }
    /// Change what your community says of itself.
    public var changeTenant: Call<TenantChange, TenantInfo> { Call(self, Endpoints.changeTenant) }
    /// Set your community's picture: PNG, JPEG or WebP.
    public var setTenantPicture: Call<NewAvatar, TenantInfo> { Call(self, Endpoints.setTenantPicture) }
    /// Delete your community's picture.
    public var deleteTenantPicture: Call<NoInput, NoContent> { Call(self, Endpoints.deleteTenantPicture) }
    /// Retrieve the community's picture.
    public var showTenantPicture: Call<NoInput, Media> { Call(self, Endpoints.showTenantPicture) }
    /// Count what waits for those who run the community.
    public var showTenantCounts: Call<NoInput, TenantCounts> { Call(self, Endpoints.showTenantCounts) }
    /// Create a community of your own, where the deployment allows it.
    public var createTenant: Call<NewTenant, CreatedTenant> { Call(self, Endpoints.createTenant) }
    /// Create an account. Communities that aren't open require an invite.
    public var signUp: Call<NewUser, SignedIn> { Call(self, Endpoints.signUp) }
    /// Log in on this device, with e-mail address and password.
    public var logIn: Call<NewSession, SignedIn> { Call(self, Endpoints.logIn) }
    /// List your sessions.
    public var listSessions: Call<NoInput, Items<Session>> { Call(self, Endpoints.listSessions) }
    /// End the current session.
    public var endCurrentSession: Call<NoInput, NoContent> { Call(self, Endpoints.endCurrentSession) }
    /// End one of your sessions.
    public var endSession: Call<SessionReference, NoContent> { Call(self, Endpoints.endSession) }
    /// End all of your other sessions.
    public var endOtherSessions: Call<NoInput, NoContent> { Call(self, Endpoints.endOtherSessions) }
    /// Retrieve your account.
    public var showMe: Call<NoInput, Me> { Call(self, Endpoints.showMe) }
    /// Change your account. A new e-mail address requires the current password, or a confirmed session.
    public var changeMe: Call<AccountChange, Me> { Call(self, Endpoints.changeMe) }
    /// Change your password, and end all of your other sessions and your keys.
    public var changePassword: Call<PasswordChange, NoContent> { Call(self, Endpoints.changePassword) }
    /// Delete your account permanently.
    public var deleteAccount: Call<AccountDeletion, NoContent> { Call(self, Endpoints.deleteAccount) }
    /// Export all of your data.
    public var exportMe: Call<NoInput, Attachment> { Call(self, Endpoints.exportMe) }
    /// Make a link with which a member sets a new password. No other answer contains its code.
    public var makePasswordLink: Call<UserReference, PasswordLink> { Call(self, Endpoints.makePasswordLink) }
    /// End the link with which your password could be set, if there is one.
    public var endPasswordLink: Call<NoInput, NoContent> { Call(self, Endpoints.endPasswordLink) }
    /// Send a link with which the password is set to an e-mail address, if it has an account.
    public var requestPasswordLink: Call<PasswordLinkRequest, NoContent> { Call(self, Endpoints.requestPasswordLink) }
    /// Look up the account whose password a link sets.
    public var lookUpPasswordLink: Call<PasswordLinkQuery, PasswordLinkPreview> { Call(self, Endpoints.lookUpPasswordLink) }
    /// Set a new password with a link, and log in on this device.
    public var usePasswordLink: Call<PasswordLinkUse, SignedIn> { Call(self, Endpoints.usePasswordLink) }
    /// Send a link to your e-mail address, with which you show that you read its mails.
    public var requestEmailVerification: Call<NoInput, NoContent> { Call(self, Endpoints.requestEmailVerification) }
    /// Show with the code of a link that somebody reads the mails of an e-mail address.
    public var verifyEmail: Call<EmailVerification, VerifiedEmail> { Call(self, Endpoints.verifyEmail) }
    /// End the mails of one kind to an address, with the code of one of them.
    public var stopMails: Call<MailStopRequest, NoContent> { Call(self, Endpoints.stopMails) }
    /// Retrieve a person, with the fields that you may see.
    public var showUser: Call<UserReference, User> { Call(self, Endpoints.showUser) }
    /// Find a person by their exact username.
    public var findUsers: Call<UserQuery, Items<UserStub>> { Call(self, Endpoints.findUsers) }
    /// List the people whose names you see: friends, and everybody you share a room or a class with.
    public var listPeople: Call<NoInput, Items<User>> { Call(self, Endpoints.listPeople) }
    /// List the members of the community by username: all, or those whose username has a beginning.
    public var listMembers: Call<MemberQuery, Page<User>> { Call(self, Endpoints.listMembers) }
    /// Change a member's role or suspension. Only owners may change owners and admins.
    public var changeMember: Call<MemberChange, User> { Call(self, Endpoints.changeMember) }
    /// Set your picture: PNG, JPEG or WebP.
    public var setAvatar: Call<NewAvatar, Me> { Call(self, Endpoints.setAvatar) }
    /// Delete your picture.
    public var deleteAvatar: Call<NoInput, NoContent> { Call(self, Endpoints.deleteAvatar) }
    /// Retrieve a person's picture.
    public var showAvatar: Call<UserReference, Media> { Call(self, Endpoints.showAvatar) }
    /// List your passkeys.
    public var listPasskeys: Call<NoInput, PasskeyList> { Call(self, Endpoints.listPasskeys) }
    /// Begin to add a passkey: get what a device needs to make it.
    public var makePasskeyOptions: Call<NoInput, PasskeyCreationOptions> { Call(self, Endpoints.makePasskeyOptions) }
    /// Add the passkey that a device has made with the options of `makePasskeyOptions`.
    public var addPasskey: Call<NewPasskey, Passkey> { Call(self, Endpoints.addPasskey) }
    /// Remove one of your passkeys. It doesn't log you in any more.
    public var removePasskey: Call<PasskeyReference, NoContent> { Call(self, Endpoints.removePasskey) }
    /// Begin to log in with a passkey: get what a device needs to sign.
    public var makePasskeyLogInOptions: Call<NoInput, PasskeyRequestOptions> { Call(self, Endpoints.makePasskeyLogInOptions) }
    /// Log in on this device, with a passkey.
    public var logInWithPasskey: Call<PasskeyLogIn, SignedIn> { Call(self, Endpoints.logInWithPasskey) }
    /// Begin to confirm with a passkey: get what a device needs to sign.
    public var makeConfirmationOptions: Call<NoInput, PasskeyRequestOptions> { Call(self, Endpoints.makeConfirmationOptions) }
    /// Show that you own the account, with your password or a passkey. It holds for this session, for five minutes.
    public var confirm: Call<OwnershipProof, NoContent> { Call(self, Endpoints.confirm) }
    /// Begin to sign up with a passkey: get what a device needs to make it.
    public var makePasskeySignUpOptions: Call<NewPasskeyUser, PasskeyCreationOptions> { Call(self, Endpoints.makePasskeySignUpOptions) }
    /// List the audit log of the community, newest first: all events, or those of one name.
    public var listAudit: Call<AuditQuery, Page<AuditEntry>> { Call(self, Endpoints.listAudit) }
    /// Send feedback to the people who run the community and develop the software.
    public var createFeedback: Call<NewFeedback, Created<Feedback>> { Call(self, Endpoints.createFeedback) }
    /// List your feedback, newest first. Admins and owners get everybody's.
    public var listFeedback: Call<FeedbackQuery, Page<Feedback>> { Call(self, Endpoints.listFeedback) }
    /// Change the state of a feedback message.
    public var changeFeedback: Call<FeedbackChange, Feedback> { Call(self, Endpoints.changeFeedback) }
    /// Create an invite.
    public var createInvite: Call<NewInvite, InviteWithCode> { Call(self, Endpoints.createInvite) }
    /// List your invites, newest first, with the people who used them. Admins and owners can list everybody's.
    public var listInvites: Call<InviteQuery, Page<Invite>> { Call(self, Endpoints.listInvites) }
    /// Retrieve the code of one of your invites, so that you can share it again.
    public var showInviteCode: Call<InviteReference, KeptInviteCode> { Call(self, Endpoints.showInviteCode) }
    /// Withdraw the unused rest of one of your invites. Admins and owners can withdraw everybody's.
    public var withdrawInvite: Call<InviteReference, NoContent> { Call(self, Endpoints.withdrawInvite) }
    /// Look up the community and the rooms that an invite leads to.
    public var lookUpInvite: Call<InviteCodeQuery, InvitePreview> { Call(self, Endpoints.lookUpInvite) }
    /// List your friends and the open requests in both directions.
    public var listFriends: Call<NoInput, FriendList> { Call(self, Endpoints.listFriends) }
    /// Send a friend request, or accept the other person's.
    public var befriend: Call<UserReference, Friendship> { Call(self, Endpoints.befriend) }
    /// End a friendship, or decline or withdraw a request.
    public var unfriend: Call<UserReference, NoContent> { Call(self, Endpoints.unfriend) }
    /// List the people you block.
    public var listBlocks: Call<NoInput, Items<UserStub>> { Call(self, Endpoints.listBlocks) }
    /// Block a person. This ends a friendship and deletes friend requests.
    public var block: Call<UserReference, NoContent> { Call(self, Endpoints.block) }
    /// Unblock a person. This restores neither a friendship nor a request.
    public var unblock: Call<UserReference, NoContent> { Call(self, Endpoints.unblock) }
    /// Retrieve the people and words that you mute.
    public var showMutes: Call<NoInput, Mutes> { Call(self, Endpoints.showMutes) }
    /// Replace the people and words that you mute.
    public var changeMutes: Call<Mutes, Mutes> { Call(self, Endpoints.changeMutes) }
    /// Report a comment, a person or a room to the people who run the community.
    public var createReport: Call<NewReport, Created<ReportReceipt>> { Call(self, Endpoints.createReport) }
    /// List the reports that you may decide, those due first.
    public var listReports: Call<ReportQuery, Page<Report>> { Call(self, Endpoints.listReports) }
    /// Retrieve a report that you may decide.
    public var showReport: Call<ReportReference, Report> { Call(self, Endpoints.showReport) }
    /// Decide a report, and all other open reports of the same thing.
    public var resolveReport: Call<ReportDecision, Report> { Call(self, Endpoints.resolveReport) }
    /// Add a note on a report for the others who may decide it.
    public var addReportNote: Call<NewReportNote, Report> { Call(self, Endpoints.addReportNote) }
    /// Confirm that you have seen a warning, so that it no longer appears in your account.
    public var deleteWarning: Call<WarningReference, NoContent> { Call(self, Endpoints.deleteWarning) }
    /// Retrieve the words that the community filters.
    public var showFilter: Call<NoInput, WordFilter> { Call(self, Endpoints.showFilter) }
    /// Replace the words that the community filters.
    public var changeFilter: Call<WordFilter, WordFilter> { Call(self, Endpoints.changeFilter) }
    /// Create a room for an episode, a movie or a custom title.
    public var createRoom: Call<NewRoom, Created<Room>> { Call(self, Endpoints.createRoom) }
    /// List your rooms, including archived ones, latest activity first.
    public var listRooms: Call<RoomQuery, Page<Room>> { Call(self, Endpoints.listRooms) }
    /// Retrieve one of your rooms.
    public var showRoom: Call<RoomReference, Room> { Call(self, Endpoints.showRoom) }
    /// Delete a room for all members. Requires its host, or an admin or owner in it.
    public var deleteRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.deleteRoom) }
    /// Create a room for the next episode, with the members of this room.
    public var createNextRoom: Call<RoomReference, Created<Room>> { Call(self, Endpoints.createNextRoom) }
    /// Add a person to a room.
    public var addMember: Call<MembershipReference, Room> { Call(self, Endpoints.addMember) }
    /// Leave a room. The room is deleted when its last member leaves.
    public var leaveRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.leaveRoom) }
    /// Mark a room as watched.
    public var markWatched: Call<WatchedMark, Room> { Call(self, Endpoints.markWatched) }
    /// Remove your watched mark from a room.
    public var unmarkWatched: Call<RoomReference, Room> { Call(self, Endpoints.unmarkWatched) }
    /// Mark a room as read, up to a comment.
    public var markRead: Call<ReadMark, Unread> { Call(self, Endpoints.markRead) }
    /// List the rooms of friends that you may ask to join, at most 50, latest activity first.
    public var listJoinableRooms: Call<NoInput, Items<JoinableRoom>> { Call(self, Endpoints.listJoinableRooms) }
    /// List the requests that you may answer, your own ones that wait, and the rooms that you have opened.
    public var listRoomRequests: Call<NoInput, RoomRequests> { Call(self, Endpoints.listRoomRequests) }
    /// Open a room to your friends: they see that you are in it, and may ask to join.
    public var openRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.openRoom) }
    /// Close a room to your friends. Requests that wait stay.
    public var closeRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.closeRoom) }
    /// Ask to join a room that a friend has opened.
    public var askToJoin: Call<OthersRoomReference, Created<OwnRoomRequest>> { Call(self, Endpoints.askToJoin) }
    /// Withdraw your request to join a room.
    public var withdrawRoomRequest: Call<OthersRoomReference, NoContent> { Call(self, Endpoints.withdrawRoomRequest) }
    /// List the requests to join one of your rooms that you may answer, the oldest first.
    public var listRequestsOfRoom: Call<RoomReference, Items<RoomRequest>> { Call(self, Endpoints.listRequestsOfRoom) }
    /// Accept a friend's request to join a room.
    public var acceptRoomRequest: Call<MembershipReference, Room> { Call(self, Endpoints.acceptRoomRequest) }
    /// Decline a friend's request to join a room. The friend isn't notified.
    public var declineRoomRequest: Call<MembershipReference, NoContent> { Call(self, Endpoints.declineRoomRequest) }
    /// Set where you are in the show or movie, for all of your devices.
    public var setPosition: Call<NewPosition, Room> { Call(self, Endpoints.setPosition) }
    /// Delete your position in a room.
    public var deletePosition: Call<RoomReference, NoContent> { Call(self, Endpoints.deletePosition) }
    /// List a room's comments along the timeline.
    public var listComments: Call<CommentQuery, CommentPage> { Call(self, Endpoints.listComments) }
    /// Create a comment. `15:43 that hallway!` is placed at 15:43.
    public var createComment: Call<NewComment, Created<Comment>> { Call(self, Endpoints.createComment) }
    /// Change your own comment.
    public var editComment: Call<CommentChange, Comment> { Call(self, Endpoints.editComment) }
    /// Delete a comment. Hosts, admins and owners may delete any in their rooms.
    public var deleteComment: Call<CommentReference, NoContent> { Call(self, Endpoints.deleteComment) }
    /// React to a comment with an emoji.
    public var addReaction: Call<ReactionReference, Comment> { Call(self, Endpoints.addReaction) }
    /// Take back your reaction to a comment.
    public var removeReaction: Call<ReactionReference, Comment> { Call(self, Endpoints.removeReaction) }
    /// Suggest what a comment can mention: members, then characters, then actors.
    public var listMentionables: Call<MentionableQuery, Items<Mentionable>> { Call(self, Endpoints.listMentionables) }
    /// Set a room's subtitles in one language: SubRip or WebVTT.
    public var setSubtitles: Call<NewSubtitles, SubtitleTrack> { Call(self, Endpoints.setSubtitles) }
    /// Set a room's subtitles in one language to those that OpenSubtitles.com has.
    public var fetchSubtitles: Call<SubtitleReference, SubtitleTrack> { Call(self, Endpoints.fetchSubtitles) }
    /// List the cues of a part of a room's subtitles, at most 200.
    public var listCues: Call<CueQuery, CueList> { Call(self, Endpoints.listCues) }
    /// Delete a room's subtitles in one language. The member who set them and the host may.
    public var deleteSubtitles: Call<SubtitleReference, NoContent> { Call(self, Endpoints.deleteSubtitles) }
    /// Receive an event of a key owner's player: Plex, Jellyfin or Emby.
    public var takePlayerEvent: Call<PlayerEvent, NoContent> { Call(self, Endpoints.takePlayerEvent) }
    /// Bring along what you watched elsewhere: a room of your own for each thing.
    public var importHistory: Call<HistoryItems, ImportedHistory> { Call(self, Endpoints.importHistory) }
    /// Retrieve your dashboard: what to watch, read, wait for and discuss.
    public var showDashboard: Call<NoInput, Dashboard> { Call(self, Endpoints.showDashboard) }
    /// List your groups, including those with archived rooms only.
    public var listGroups: Call<GroupQuery, Page<GroupCard>> { Call(self, Endpoints.listGroups) }
    /// Search shows and movies by title.
    public var searchMedia: Call<MediaSearch, SearchResults> { Call(self, Endpoints.searchMedia) }
    /// Retrieve a show with its seasons.
    public var lookUpShow: Call<ShowReference, Show> { Call(self, Endpoints.lookUpShow) }
    /// Retrieve a season with its episodes.
    public var lookUpSeason: Call<SeasonReference, Season> { Call(self, Endpoints.lookUpSeason) }
    /// Retrieve an episode with its cast.
    public var lookUpEpisode: Call<EpisodeReference, EpisodeDetails> { Call(self, Endpoints.lookUpEpisode) }
    /// Retrieve a movie.
    public var lookUpMovie: Call<MovieReference, Movie> { Call(self, Endpoints.lookUpMovie) }
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
    /// Transfer a person's tasks and students. Only owners may transfer those of owners and admins.
    public var handOver: Call<Handover, NoContent> { Call(self, Endpoints.handOver) }
    /// Create a task for some of your students. Without any, it is a draft.
    public var createTask: Call<NewTask, Created<ClassTask>> { Call(self, Endpoints.createTask) }
    /// List the tasks that you teach, earliest due time first. Archived ones are sorted by completion, latest first.
    public var listTasks: Call<TaskQuery, Page<ClassTask>> { Call(self, Endpoints.listTasks) }
    /// Retrieve a task that you teach.
    public var showTask: Call<TaskReference, ClassTask> { Call(self, Endpoints.showTask) }
    /// Change, close or reopen a task that you host.
    public var changeTask: Call<TaskChange, ClassTask> { Call(self, Endpoints.changeTask) }
    /// Delete a task that you host and that no student has worked on.
    public var deleteTask: Call<TaskReference, NoContent> { Call(self, Endpoints.deleteTask) }
    /// List a task's assignments, by the students' usernames.
    public var listTaskAssignments: Call<TaskReference, Items<Assignment>> { Call(self, Endpoints.listTaskAssignments) }
    /// Assign a task that you host to more of your students. Assigns it to all of them or none.
    public var assignTask: Call<TaskStudents, ClassTask> { Call(self, Endpoints.assignTask) }
    /// Withdraw a task that you host from a student who hasn't worked on it.
    public var withdrawAssignment: Call<TaskPersonReference, NoContent> { Call(self, Endpoints.withdrawAssignment) }
    /// Add a teacher to a task that you host.
    public var addTeacher: Call<TaskPersonReference, ClassTask> { Call(self, Endpoints.addTeacher) }
    /// Leave a task as a teacher, or remove a teacher from a task that you host.
    public var removeTeacher: Call<TaskPersonReference, NoContent> { Call(self, Endpoints.removeTeacher) }
    /// Retrieve your active tasks, earliest due time first, with each student's state.
    public var showBoard: Call<PageQuery, Board> { Call(self, Endpoints.showBoard) }
    /// List your assignments as a student, earliest due time first.
    public var listAssignments: Call<AssignmentQuery, Page<Assignment>> { Call(self, Endpoints.listAssignments) }
    /// Export the marks of the tasks that you teach, as a table.
    public var exportMarks: Call<MarksQuery, Media> { Call(self, Endpoints.exportMarks) }
    /// Retrieve one of your assignments, or one of a task that you teach.
    public var showAssignment: Call<AssignmentReference, Assignment> { Call(self, Endpoints.showAssignment) }
    /// Mark an assignment as read, up to an entry.
    public var markEntriesRead: Call<EntryReadMark, UnreadEntries> { Call(self, Endpoints.markEntriesRead) }
    /// Replace the draft of an evaluation, which all teachers of the task share.
    public var setDraft: Call<NewDraft, Assignment> { Call(self, Endpoints.setDraft) }
    /// Create a task for yourself alone.
    public var createOwnTask: Call<NewOwnTask, Created<Assignment>> { Call(self, Endpoints.createOwnTask) }
    /// Change a task that you made for yourself, or its state.
    public var changeOwnTask: Call<OwnTaskChange, Assignment> { Call(self, Endpoints.changeOwnTask) }
    /// Delete a task that you made for yourself.
    public var deleteOwnTask: Call<OwnTaskReference, NoContent> { Call(self, Endpoints.deleteOwnTask) }
    /// List an assignment's entries, by number.
    public var listEntries: Call<EntryQuery, Page<Entry>> { Call(self, Endpoints.listEntries) }
    /// Send a message or perform an action on an assignment.
    public var createEntry: Call<NewEntry, Created<RecordedEntry>> { Call(self, Endpoints.createEntry) }
    /// Delete one of your messages that isn't part of an attempt.
    public var deleteEntry: Call<EntryReference, NoContent> { Call(self, Endpoints.deleteEntry) }
    /// Upload a file or a picture, which something can use then.
    public var createFile: Call<NewFile, Created<File>> { Call(self, Endpoints.createFile) }
    /// Download a file, whole or a range of bytes.
    public var showFile: Call<FileReference, Download> { Call(self, Endpoints.showFile) }
    /// Download a picture in a size for lists: a still of at most 400 by 400 pixels.
    public var showThumbnail: Call<FileReference, Media> { Call(self, Endpoints.showThumbnail) }
    /// Delete one of your files that nothing uses.
    public var deleteFile: Call<FileReference, NoContent> { Call(self, Endpoints.deleteFile) }
    /// Retrieve today's two challenges.
    public var showToday: Call<NoInput, PlayToday> { Call(self, Endpoints.showToday) }
    /// Retrieve a challenge.
    public var showChallenge: Call<ChallengeReference, Challenge> { Call(self, Endpoints.showChallenge) }
    /// Start your play of a challenge, or retrieve it.
    public var startPlay: Call<ChallengeReference, Created<Play>> { Call(self, Endpoints.startPlay) }
    /// Add moves to your play, or finish it.
    public var sendMoves: Call<NewMoves, Play> { Call(self, Endpoints.sendMoves) }
    /// Retrieve one of your plays, or one of a challenge that is open to you.
    public var showPlay: Call<PlayReference, Play> { Call(self, Endpoints.showPlay) }
    /// Strike a play of a challenge that is open to you.
    public var strikePlay: Call<PlayReference, NoContent> { Call(self, Endpoints.strikePlay) }
    /// List a challenge's results, best first.
    public var listResults: Call<ResultQuery, ChallengeResults> { Call(self, Endpoints.listResults) }
    /// List your challenges, newest first, with your score and rank.
    public var listChallenges: Call<ChallengeQuery, Page<Challenge>> { Call(self, Endpoints.listChallenges) }
    /// List the best results of a week or of all time in the daily challenges of a mode.
    public var listPlayBoard: Call<PlayBoardQuery, PlayBoard> { Call(self, Endpoints.listPlayBoard) }
    /// Retrieve your streak and your best plays.
    public var showPlayProfile: Call<NoInput, PlayProfile> { Call(self, Endpoints.showPlayProfile) }
    /// Choose who sees your name in results and on boards: everyone, or your friends.
    public var changePlayProfile: Call<PlayProfileChange, PlayProfile> { Call(self, Endpoints.changePlayProfile) }
    /// List the words that you have played in any challenge, with counts and best scores.
    public var listMyWords: Call<MyWordQuery, Page<MyWord>> { Call(self, Endpoints.listMyWords) }
    /// Retrieve your week in the daily challenges, up to today.
    public var showPlayWeek: Call<PlayWeekQuery, PlayWeek> { Call(self, Endpoints.showPlayWeek) }
    /// Create a challenge of your own, alone or with friends.
    public var createChallenge: Call<NewChallenge, Created<Challenge>> { Call(self, Endpoints.createChallenge) }
    /// Invite a friend to a challenge that you made.
    public var addPlayer: Call<ChallengePlayerReference, Challenge> { Call(self, Endpoints.addPlayer) }
    /// Join a challenge by its code.
    public var joinChallenge: Call<ChallengeCodeQuery, Challenge> { Call(self, Endpoints.joinChallenge) }
    /// Download a word list, which decides which words are valid.
    public var showWordList: Call<WordListReference, Media> { Call(self, Endpoints.showWordList) }
    /// Register a purchase that the App Store signed.
    public var presentTransaction: Call<PresentedTransaction, Created<Entitlement>> { Call(self, Endpoints.presentTransaction) }
    /// List your purchases, newest first.
    public var listEntitlements: Call<NoInput, Items<Entitlement>> { Call(self, Endpoints.listEntitlements) }
    /// Receive an App Store server notification.
    public var takeStoreNotification: Call<StoreNotification, NoContent> { Call(self, Endpoints.takeStoreNotification) }
    /// Create a key for another program. No other answer contains its address.
    public var createAccessKey: Call<NewAccessKey, AccessKeyWithURL> { Call(self, Endpoints.createAccessKey) }
    /// List your keys with the last use of each, newest first.
    public var listAccessKeys: Call<NoInput, Items<AccessKey>> { Call(self, Endpoints.listAccessKeys) }
    /// Delete one of your keys. Its address is 404 from then on.
    public var deleteAccessKey: Call<AccessKeyReference, NoContent> { Call(self, Endpoints.deleteAccessKey) }
    /// Retrieve the calendar of a key's owner, for a program that subscribes to it.
    public var showCalendar: Call<CalendarQuery, Media> { Call(self, Endpoints.showCalendar) }
    /// Create a bot. No other answer contains its token and its webhook's secret.
    public var createBot: Call<NewBot, Bot> { Call(self, Endpoints.createBot) }
    /// List the community's bots, oldest first.
    public var listBots: Call<NoInput, Items<Bot>> { Call(self, Endpoints.listBots) }
    /// Change a bot's webhook, or give it a new token or a new secret.
    public var changeBot: Call<BotChange, Bot> { Call(self, Endpoints.changeBot) }
    /// Delete a bot. What it wrote stays, without an author.
    public var deleteBot: Call<BotReference, NoContent> { Call(self, Endpoints.deleteBot) }
    /// Register this device for push until this session ends. It leaves its previous user.
    public var registerDevice: Call<NewDevice, Device> { Call(self, Endpoints.registerDevice) }
    /// List the devices that receive your push notifications.
    public var listDevices: Call<NoInput, Items<Device>> { Call(self, Endpoints.listDevices) }
    /// Unregister one of your devices.
    public var unregisterDevice: Call<DeviceReference, NoContent> { Call(self, Endpoints.unregisterDevice) }
    /// Register this Android device for push until this session ends. It leaves its previous user.
    public var registerAndroidDevice: Call<NewAndroidDevice, Device> { Call(self, Endpoints.registerAndroidDevice) }
    /// Unregister one of your Android devices.
    public var unregisterAndroidDevice: Call<AndroidDeviceReference, NoContent> { Call(self, Endpoints.unregisterAndroidDevice) }
    /// Register this browser for push until this session ends. It leaves its previous session.
    public var registerWebPush: Call<NewWebPush, Device> { Call(self, Endpoints.registerWebPush) }
    /// Unregister the browser of this session, if it is registered.
    public var unregisterWebPush: Call<NoInput, NoContent> { Call(self, Endpoints.unregisterWebPush) }
    /// Retrieve your notification preferences.
    public var showNotificationPreferences: Call<NoInput, NotificationPreferences> { Call(self, Endpoints.showNotificationPreferences) }
    /// Replace your notification preferences: muted kinds and rooms, and quiet hours.
    public var changeNotificationPreferences: Call<NewNotificationPreferences, NotificationPreferences> {
        Call(self, Endpoints.changeNotificationPreferences)
    }
    /// List the changes since a cursor, or everything.
    public var listChanges: Call<ChangesQuery, Changes> { Call(self, Endpoints.listChanges) }
}
