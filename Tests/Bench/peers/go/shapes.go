package main

import (
	"sort"
	"time"

	"github.com/jackc/pgtype"
)

// A moment is encoded as a time with milliseconds.
type moment time.Time

func (moment moment) MarshalJSON() ([]byte, error) {
	return time.Time(moment).UTC().AppendFormat(make([]byte, 0, 26), `"2006-01-02T15:04:05.000Z"`), nil
}

// optional returns a time's moment. Null and infinity have none.
func optional(at pgtype.Timestamptz) *moment {
	if at.Status != pgtype.Present || at.InfinityModifier != pgtype.None {
		return nil
	}
	found := moment(at.Time)
	return &found
}

type person struct {
	ID            string `json:"id"`
	Username      string `json:"username"`
	IdentityColor string `json:"identityColor"`
}

// A personRow is a person as a statement returns them.
type personRow struct {
	id          pgtype.UUID
	name, color string
}

func (row *personRow) column(name string) interface{} {
	switch name {
	case "id":
		return &row.id
	case "username":
		return &row.name
	case "identity_color":
		return &row.color
	}
	return nil
}

func scanPeople(rows rows) (map[uuid]*person, error) {
	people := map[uuid]*person{}
	var row personRow
	err := scan(rows, &row, func() { people[row.id.Bytes] = &person{uuid(row.id.Bytes).String(), row.name, row.color} })
	return people, err
}

type comment struct {
	ID        string  `json:"id"`
	RoomID    string  `json:"roomID"`
	Number    int32   `json:"number"`
	Seconds   int32   `json:"seconds"`
	Content   string  `json:"content"`
	Author    *person `json:"author,omitempty"`
	CreatedAt moment  `json:"createdAt"`
	EditedAt  *moment `json:"editedAt,omitempty"`
}

// A commentRow is a comment as a statement returns it. Only a new comment's row has its author's name and color.
type commentRow struct {
	id, authorID    pgtype.UUID
	number, seconds int32
	content         string
	name, color     *string
	createdAt       time.Time
	editedAt        pgtype.Timestamptz
}

func (row *commentRow) column(name string) interface{} {
	switch name {
	case "id":
		return &row.id
	case "author_id":
		return &row.authorID
	case "number":
		return &row.number
	case "seconds":
		return &row.seconds
	case "content":
		return &row.content
	case "author_username":
		return &row.name
	case "author_identity_color":
		return &row.color
	case "created_at":
		return &row.createdAt
	case "edited_at":
		return &row.editedAt
	}
	return nil
}

func scanComments(rows rows) ([]commentRow, error) {
	var row commentRow
	var found []commentRow
	err := scan(rows, &row, func() {
		found = append(found, row)
		row = commentRow{}
	})
	return found, err
}

// author returns the author in the row; nil if their account was deleted.
func (row *commentRow) author() *person {
	if row.name == nil || row.color == nil {
		return nil
	}
	return &person{uuid(row.authorID.Bytes).String(), *row.name, *row.color}
}

func (row *commentRow) comment(room string, author *person) comment {
	return comment{
		ID: uuid(row.id.Bytes).String(), RoomID: room, Number: row.number, Seconds: row.seconds, Content: row.content, Author: author,
		CreatedAt: moment(row.createdAt), EditedAt: optional(row.editedAt)}
}

type dashboard struct {
	Sections  []*section `json:"sections"`
	Truncated bool       `json:"truncated,omitempty"`
}

type section struct {
	Group       group        `json:"group"`
	Rooms       []room       `json:"rooms"`
	NextEpisode *nextEpisode `json:"nextEpisode,omitempty"`
}

type group struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	ShowID  *int32    `json:"showID,omitempty"`
	Title   string    `json:"title"`
	Members []*person `json:"members"`
}

type nextEpisode struct {
	Season  int32 `json:"season"`
	Episode int32 `json:"episode"`
}

type room struct {
	ID             string   `json:"id"`
	Subject        subject  `json:"subject"`
	Members        []member `json:"members"`
	CreatedAt      moment   `json:"createdAt"`
	CompletedAt    *moment  `json:"completedAt,omitempty"`
	LastActivityAt moment   `json:"lastActivityAt"`
	CommentCount   int32    `json:"commentCount"`
	UnreadCount    int32    `json:"unreadCount"`
	ReadNumber     int32    `json:"readNumber"`
	Attention      string   `json:"attention"`
	Archived       bool     `json:"archived"`
	Muted          bool     `json:"muted"`
	Group          string   `json:"group"`
	Subtitles      []string `json:"subtitles"`
}

type subject struct {
	Kind         string  `json:"kind"`
	ShowID       *int32  `json:"showID,omitempty"`
	Season       *int32  `json:"season,omitempty"`
	Episode      *int32  `json:"episode,omitempty"`
	ShowTitle    *string `json:"showTitle,omitempty"`
	EpisodeTitle *string `json:"episodeTitle,omitempty"`
	MovieID      *int32  `json:"movieID,omitempty"`
	Title        *string `json:"title,omitempty"`
}

type member struct {
	User      *person `json:"user"`
	WatchedAt *moment `json:"watchedAt,omitempty"`
	JoinedAt  moment  `json:"joinedAt"`
	IsHost    bool    `json:"isHost"`
}

// A roomRow is a room of the dashboard. The first one of a section leads it.
type roomRow struct {
	id, hostID                       pgtype.UUID
	kind, groupID, groupTitle        string
	showID, season, episode, movieID *int32
	showTitle, episodeTitle, title   *string
	memberIDs                        pgtype.UUIDArray
	joinedAt, watchedAt              pgtype.TimestamptzArray
	createdAt, lastActivityAt        time.Time
	completedAt                      pgtype.Timestamptz
	comments, unread, read           int32
	muted, archived, leads           bool
	attention                        string
	latestSeason, latestEpisode      *int32
	activeCount                      int64
	subtitles                        []string
}

func (row *roomRow) column(name string) interface{} {
	switch name {
	case "room_id":
		return &row.id
	case "host_id":
		return &row.hostID
	case "kind":
		return &row.kind
	case "group_id":
		return &row.groupID
	case "group_title":
		return &row.groupTitle
	case "show_id":
		return &row.showID
	case "season":
		return &row.season
	case "episode":
		return &row.episode
	case "movie_id":
		return &row.movieID
	case "show_title":
		return &row.showTitle
	case "episode_title":
		return &row.episodeTitle
	case "title":
		return &row.title
	case "member_ids":
		return &row.memberIDs
	case "member_joined_at":
		return &row.joinedAt
	case "member_watched_at":
		return &row.watchedAt
	case "created_at":
		return &row.createdAt
	case "last_activity_at":
		return &row.lastActivityAt
	case "completed_at":
		return &row.completedAt
	case "comment_count":
		return &row.comments
	case "unread_count":
		return &row.unread
	case "read_number":
		return &row.read
	case "muted":
		return &row.muted
	case "attention":
		return &row.attention
	case "archived":
		return &row.archived
	case "leads":
		return &row.leads
	case "latest_season":
		return &row.latestSeason
	case "latest_episode":
		return &row.latestEpisode
	case "active_count":
		return &row.activeCount
	case "subtitle_languages":
		return &row.subtitles
	}
	return nil
}

func scanRooms(rows rows) ([]roomRow, error) {
	var row roomRow
	var found []roomRow
	err := scan(rows, &row, func() {
		found = append(found, row)
		// pgx writes into what pointers and arrays already hold, so the next row gets its own.
		row = roomRow{}
	})
	return found, err
}

func newDashboard(rows []roomRow, people map[uuid]*person) dashboard {
	found := dashboard{Sections: []*section{}, Truncated: len(rows) > 0 && rows[0].activeCount > int64(len(rows))}
	for index := range rows {
		row := &rows[index]
		if row.leads {
			found.Sections = append(found.Sections, row.section(people))
		}
		last := found.Sections[len(found.Sections)-1]
		last.Rooms = append(last.Rooms, row.room(people))
	}
	return found
}

func (row *roomRow) section(people map[uuid]*person) *section {
	found := &section{Group: group{row.groupID, row.kind, row.showID, row.groupTitle, []*person{}}}
	for _, id := range row.memberIDs.Elements {
		if person := people[id.Bytes]; person != nil {
			found.Group.Members = append(found.Group.Members, person)
		}
	}
	if row.latestSeason != nil && row.latestEpisode != nil {
		found.NextEpisode = &nextEpisode{*row.latestSeason, *row.latestEpisode + 1}
	}
	return found
}

func (row *roomRow) room(people map[uuid]*person) room {
	return room{
		ID: uuid(row.id.Bytes).String(), Subject: row.subject(), Members: row.members(people), CreatedAt: moment(row.createdAt),
		CompletedAt: optional(row.completedAt), LastActivityAt: moment(row.lastActivityAt), CommentCount: row.comments,
		UnreadCount: row.unread, ReadNumber: row.read, Attention: row.attention, Archived: row.archived, Muted: row.muted, Group: row.groupID,
		Subtitles: row.subtitles}
}

func (row *roomRow) subject() subject {
	switch row.kind {
	case "tv":
		return subject{
			Kind: row.kind, ShowID: row.showID, Season: row.season, Episode: row.episode, ShowTitle: row.showTitle,
			EpisodeTitle: row.episodeTitle}
	case "movie":
		return subject{Kind: row.kind, MovieID: row.movieID, Title: row.title}
	default:
		return subject{Kind: row.kind, Title: row.title}
	}
}

// members returns the room's members: the host first, then by the time of joining, then by id.
func (row *roomRow) members(people map[uuid]*person) []member {
	order := make([]int, len(row.memberIDs.Elements))
	for index := range order {
		order[index] = index
	}
	sort.Slice(order, func(a, b int) bool {
		first, second := order[a], order[b]
		if isHost := row.isHost(first); isHost != row.isHost(second) {
			return isHost
		}
		if first, second := row.joinedAt.Elements[first].Time, row.joinedAt.Elements[second].Time; !first.Equal(second) {
			return first.Before(second)
		}
		return string(row.memberIDs.Elements[first].Bytes[:]) < string(row.memberIDs.Elements[second].Bytes[:])
	})
	members := make([]member, 0, len(order))
	for _, index := range order {
		if person := people[row.memberIDs.Elements[index].Bytes]; person != nil {
			members = append(members, member{
				person, optional(row.watchedAt.Elements[index]), moment(row.joinedAt.Elements[index].Time), row.isHost(index)})
		}
	}
	return members
}

func (row *roomRow) isHost(index int) bool {
	return row.memberIDs.Elements[index].Bytes == row.hostID.Bytes
}
