//! What the statements return, and what the responses consist of.

use std::{collections::HashMap, error::Error, io::Write, ops::Not, str};

use chrono::NaiveDateTime;
use serde::{ser::Error as _, Serialize, Serializer};
use tokio_postgres::{
    types::{accepts, FromSql, Type},
    Row,
};
use uuid::Uuid;

use crate::Failure;

/// Declares types of rows, with the name of the column for each field. The columns' places are found once for all rows of a result.
macro_rules! rows {
    ($($(#[$attribute:meta])* $name:ident$(<$a:lifetime>)? { $($field:ident: $type:ty = $column:literal,)* })*) => {$(
        $(#[$attribute])*
        pub struct $name$(<$a>)? {
            $(pub $field: $type,)*
        }

        impl$(<$a>)? $name$(<$a>)? {
            pub fn read(rows: &$($a)? [Row]) -> Result<Vec<Self>, Failure> {
                if rows.is_empty() {
                    return Ok(Vec::new());
                }
                $(let $field = place(&rows[0], $column)?;)*
                rows.iter().map(|row| Ok(Self { $($field: row.try_get($field)?,)* })).collect()
            }
        }
    )*};
}

fn place(row: &Row, name: &str) -> Result<usize, Failure> {
    let place = row.columns().iter().position(|column| column.name() == name);
    place.ok_or_else(|| Failure::Internal(format!("A statement returns no {name}.").into()))
}

rows! {
    SessionRow {
        user_id: Uuid = "user_id",
        is_suspended: bool = "tenant_suspended",
    }

    #[derive(Clone, Copy, Serialize)]
    #[serde(rename_all = "camelCase")]
    Person<'a> {
        id: Uuid = "id",
        username: &'a str = "username",
        identity_color: &'a str = "identity_color",
    }

    /// The author in a new comment's row, without a name if their account was deleted.
    Author<'a> {
        id: Option<Uuid> = "author_id",
        username: Option<&'a str> = "author_username",
        identity_color: Option<&'a str> = "author_identity_color",
    }

    CommentRow<'a> {
        id: Uuid = "id",
        author_id: Option<Uuid> = "author_id",
        number: i32 = "number",
        seconds: i32 = "seconds",
        content: &'a str = "content",
        created_at: Moment = "created_at",
        edited_at: Option<Moment> = "edited_at",
    }

    /// A room of the dashboard. The first one of a section leads it.
    RoomRow<'a> {
        id: Uuid = "room_id",
        host_id: Option<Uuid> = "host_id",
        kind: &'a str = "kind",
        group_id: &'a str = "group_id",
        group_title: &'a str = "group_title",
        show_id: Option<i64> = "show_id",
        season: Option<i32> = "season",
        episode: Option<i32> = "episode",
        movie_id: Option<i64> = "movie_id",
        show_title: Option<&'a str> = "show_title",
        episode_title: Option<&'a str> = "episode_title",
        title: Option<&'a str> = "title",
        member_ids: Vec<Uuid> = "member_ids",
        joined_at: Vec<Moment> = "member_joined_at",
        watched_at: Vec<Option<Moment>> = "member_watched_at",
        created_at: Moment = "created_at",
        completed_at: Option<Moment> = "completed_at",
        last_activity_at: Moment = "last_activity_at",
        comments: i32 = "comment_count",
        unread: i32 = "unread_count",
        read_number: i32 = "read_number",
        muted: bool = "muted",
        attention: &'a str = "attention",
        archived: bool = "archived",
        leads: bool = "leads",
        latest_season: Option<i32> = "latest_season",
        latest_episode: Option<i32> = "latest_episode",
        active_count: i64 = "active_count",
        subtitles: Option<Vec<&'a str>> = "subtitle_languages",
    }
}

/// A time in microseconds since the beginning of 2000, as PostgreSQL sends it. In JSON it is a text with milliseconds.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub struct Moment(i64);

impl Moment {
    /// Returns no moment for infinity.
    fn finite(self) -> Option<Self> {
        (self.0 != i64::MAX && self.0 != i64::MIN).then_some(self)
    }
}

impl FromSql<'_> for Moment {
    fn from_sql(_: &Type, raw: &[u8]) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Ok(Self(i64::from_be_bytes(raw.try_into()?)))
    }

    accepts!(TIMESTAMPTZ);
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seconds = self.0.div_euclid(1_000_000) + 946_684_800;
        let milliseconds = self.0.div_euclid(1_000).rem_euclid(1_000);
        let at = NaiveDateTime::from_timestamp_opt(seconds, 0).ok_or_else(|| S::Error::custom("a time is out of range"))?;
        let mut text = [0; "2000-01-01T00:00:00.000Z".len()];
        write!(&mut text[..], "{at:?}.{milliseconds:03}Z").map_err(S::Error::custom)?;
        serializer.serialize_str(str::from_utf8(&text).map_err(S::Error::custom)?)
    }
}

type People<'a> = HashMap<Uuid, Person<'a>>;

/// Returns the people in a statement's rows by their ids.
pub fn people(rows: &[Row]) -> Result<People<'_>, Failure> {
    Ok(Person::read(rows)?.into_iter().map(|person| (person.id, person)).collect())
}

impl<'a> Author<'a> {
    pub fn person(self) -> Option<Person<'a>> {
        Some(Person { id: self.id?, username: self.username?, identity_color: self.identity_color? })
    }
}

/// One page of a room's comments.
#[derive(Serialize)]
pub struct CommentPage<'a> {
    pub items: Vec<Comment<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment<'a> {
    id: Uuid,
    #[serde(rename = "roomID")]
    room_id: Uuid,
    number: i32,
    seconds: i32,
    content: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Person<'a>>,
    created_at: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    edited_at: Option<Moment>,
}

impl<'a> Comment<'a> {
    pub fn new(row: CommentRow<'a>, room_id: Uuid, author: Option<Person<'a>>) -> Self {
        let CommentRow { id, number, seconds, content, created_at, .. } = row;
        Self { id, room_id, number, seconds, content, author, created_at, edited_at: row.edited_at.and_then(Moment::finite) }
    }
}

impl CommentRow<'_> {
    /// The place in the room after which the next page begins.
    pub fn cursor(&self) -> String {
        base64::encode_config(format!("{} {}", self.seconds, self.number), base64::URL_SAFE_NO_PAD)
    }
}

#[derive(Serialize)]
pub struct Dashboard<'a> {
    sections: Vec<Section<'a>>,
    #[serde(skip_serializing_if = "Not::not")]
    truncated: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Section<'a> {
    group: Group<'a>,
    rooms: Vec<Room<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_episode: Option<NextEpisode>,
}

#[derive(Serialize)]
struct Group<'a> {
    id: &'a str,
    kind: &'a str,
    #[serde(rename = "showID", skip_serializing_if = "Option::is_none")]
    show_id: Option<i64>,
    title: &'a str,
    members: Vec<&'a Person<'a>>,
}

#[derive(Serialize)]
struct NextEpisode {
    season: i32,
    episode: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Room<'a> {
    id: Uuid,
    subject: Subject<'a>,
    members: Vec<Member<'a>>,
    created_at: Moment,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<Moment>,
    last_activity_at: Moment,
    comment_count: i32,
    unread_count: i32,
    read_number: i32,
    attention: &'a str,
    archived: bool,
    muted: bool,
    group: &'a str,
    subtitles: Option<&'a [&'a str]>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Subject<'a> {
    kind: &'a str,
    #[serde(rename = "showID", skip_serializing_if = "Option::is_none")]
    show_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    season: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    episode: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    show_title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    episode_title: Option<&'a str>,
    #[serde(rename = "movieID", skip_serializing_if = "Option::is_none")]
    movie_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Member<'a> {
    user: &'a Person<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    watched_at: Option<Moment>,
    joined_at: Moment,
    is_host: bool,
}

impl<'a> Dashboard<'a> {
    pub fn new(rows: &'a [RoomRow<'a>], people: &'a People<'a>) -> Self {
        let truncated = rows.first().map_or(false, |first| first.active_count > rows.len() as i64);
        let mut sections: Vec<Section> = Vec::new();
        for row in rows {
            if row.leads {
                sections.push(row.section(people));
            }
            if let Some(section) = sections.last_mut() {
                section.rooms.push(row.room(people));
            }
        }
        Self { sections, truncated }
    }
}

impl<'a> RoomRow<'a> {
    fn section(&'a self, people: &'a People<'a>) -> Section<'a> {
        let members = self.member_ids.iter().filter_map(|id| people.get(id)).collect();
        Section {
            group: Group { id: self.group_id, kind: self.kind, show_id: self.show_id, title: self.group_title, members },
            rooms: Vec::new(),
            next_episode: self.latest_season.zip(self.latest_episode).map(|(season, latest)| NextEpisode { season, episode: latest + 1 }),
        }
    }

    fn room(&'a self, people: &'a People<'a>) -> Room<'a> {
        Room {
            id: self.id,
            subject: self.subject(),
            members: self.members(people),
            created_at: self.created_at,
            completed_at: self.completed_at.and_then(Moment::finite),
            last_activity_at: self.last_activity_at,
            comment_count: self.comments,
            unread_count: self.unread,
            read_number: self.read_number,
            attention: self.attention,
            archived: self.archived,
            muted: self.muted,
            group: self.group_id,
            subtitles: self.subtitles.as_deref(),
        }
    }

    fn subject(&self) -> Subject<'a> {
        let kind = self.kind;
        match kind {
            "tv" => Subject {
                kind,
                show_id: self.show_id,
                season: self.season,
                episode: self.episode,
                show_title: self.show_title,
                episode_title: self.episode_title,
                ..Subject::default()
            },
            "movie" => Subject { kind, movie_id: self.movie_id, title: self.title, ..Subject::default() },
            _ => Subject { kind, title: self.title, ..Subject::default() },
        }
    }

    /// Returns the room's members: the host first, then by the time of joining, then by id.
    fn members(&'a self, people: &'a People<'a>) -> Vec<Member<'a>> {
        let mut order: Vec<usize> = (0..self.member_ids.len()).collect();
        order.sort_unstable_by_key(|&index| (!self.is_host(index), self.joined_at[index], self.member_ids[index]));
        let member = |index: usize| {
            Some(Member {
                user: people.get(&self.member_ids[index])?,
                watched_at: self.watched_at[index].and_then(Moment::finite),
                joined_at: self.joined_at[index],
                is_host: self.is_host(index),
            })
        };
        order.into_iter().filter_map(member).collect()
    }

    fn is_host(&self, index: usize) -> bool {
        self.host_id == Some(self.member_ids[index])
    }
}
