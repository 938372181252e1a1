//! Rooms, dashboards and comments on Davenport's own database, as a good developer writes them with hyper and tokio-postgres.

mod pool;
mod shapes;
mod transaction;

use std::{collections::HashMap, convert::Infallible, env, error::Error};

use hyper::{
    body::{to_bytes, HttpBody},
    header::{HeaderValue, CONTENT_TYPE},
    http::request::Parts,
    service::{make_service_fn, service_fn},
    Body, Method, Request, Response, Server, StatusCode,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use pool::Pool;
use shapes::{people, Author, Comment, CommentPage, CommentRow, Dashboard, RoomRow};
use transaction::{Name, Script, Transaction};

type AnyError = Box<dyn Error + Send + Sync>;

/// A service answers requests from one pool of connections.
pub struct Service {
    pool: Pool,
    /// The statements by the kind of request.
    scripts: HashMap<String, Script>,
}

/// An error that is answered with a status.
pub enum Failure {
    Refused(StatusCode),
    Internal(AnyError),
}

impl From<StatusCode> for Failure {
    fn from(status: StatusCode) -> Self {
        Self::Refused(status)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Internal(error.into())
    }
}

type Answer = Result<Response<Body>, Failure>;

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let (texts, scripts) = transaction::read(&env::var("STATEMENTS")?)?;
    let pool = Pool::connect(texts, env::var("POOL")?.parse()?).await?;
    // The service lives as long as the program, so every request may borrow it.
    let service: &'static Service = Box::leak(Box::new(Service { pool, scripts }));
    let make = make_service_fn(|_| async move {
        Ok::<_, Infallible>(service_fn(
            move |request| async move { Ok::<_, Infallible>(service.answer(request).await.unwrap_or_else(refusal)) },
        ))
    });
    let server = Server::bind(&([127, 0, 0, 1], 0).into()).http1_only(true).tcp_nodelay(true).serve(make);
    println!("running on http://{}", server.local_addr());
    Ok(server.await?)
}

fn refusal(failure: Failure) -> Response<Body> {
    let status = match failure {
        Failure::Refused(status) => status,
        Failure::Internal(error) => {
            eprintln!("{error}");
            StatusCode::INTERNAL_SERVER_ERROR
        }
    };
    response(status, "text/plain; charset=utf-8", status.canonical_reason().unwrap_or_default().into())
}

fn json(status: StatusCode, content: &impl Serialize) -> Answer {
    let body = serde_json::to_vec(content).map_err(|error| Failure::Internal(error.into()))?;
    Ok(response(status, "application/json", body.into()))
}

fn response(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// The body of a request for a new comment.
#[derive(Deserialize)]
struct NewComment {
    id: Option<Uuid>,
    content: String,
    #[serde(default)]
    seconds: u32,
}

impl Service {
    async fn answer(&self, request: Request<Body>) -> Answer {
        let (head, body) = request.into_parts();
        let path: Vec<&str> = head.uri.path().split('/').skip(1).collect();
        match path[..] {
            ["v1", "dashboard"] => self.show_dashboard(&head).await,
            ["v1", "rooms", room, "comments"] => {
                let room = Uuid::try_parse(room).map_err(|_| StatusCode::NOT_FOUND)?;
                match head.method {
                    Method::GET => self.list_comments(&head, room).await,
                    Method::POST => self.create_comment(&head, room, body).await,
                    _ => Err(StatusCode::METHOD_NOT_ALLOWED.into()),
                }
            }
            _ => Err(StatusCode::NOT_FOUND.into()),
        }
    }

    /// Returns the first comments of a room.
    async fn list_comments(&self, head: &Parts, room: Uuid) -> Answer {
        let limit = limit(head.uri.query().unwrap_or_default()).ok_or(StatusCode::UNPROCESSABLE_ENTITY)?;
        let values = vec![(Name::Room, room.to_string()), (Name::Limit, (limit + 1).to_string())];
        let results = Transaction::begin(self, head, "room", values).await?.commit().await?;
        let members = people(&results[1])?;
        if members.is_empty() {
            return Err(StatusCode::NOT_FOUND.into());
        }
        let mut found = CommentRow::read(&results[0])?;
        let has_more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| has_more).map(CommentRow::cursor);
        let items = found.into_iter().map(|row| {
            let author = row.author_id.and_then(|id| members.get(&id).copied());
            Comment::new(row, room, author)
        });
        json(StatusCode::OK, &CommentPage { items: items.collect(), next })
    }

    /// Returns the caller's dashboard.
    async fn show_dashboard(&self, head: &Parts) -> Answer {
        let results = Transaction::begin(self, head, "dashboard", Vec::new()).await?.commit().await?;
        json(StatusCode::OK, &Dashboard::new(&RoomRow::read(&results[0])?, &people(&results[1])?))
    }

    /// Creates a comment. The response is sent after the commit.
    async fn create_comment(&self, head: &Parts, room: Uuid, body: Body) -> Answer {
        if body.size_hint().upper().map_or(true, |length| length > 64 << 10) {
            return Err(StatusCode::PAYLOAD_TOO_LARGE.into());
        }
        let body = to_bytes(body).await.map_err(|_| StatusCode::BAD_REQUEST)?;
        let new: NewComment = serde_json::from_slice(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
        let content = new.content.trim();
        if content.is_empty() || content.chars().count() > 2000 {
            return Err(StatusCode::UNPROCESSABLE_ENTITY.into());
        }
        let values = vec![
            (Name::Room, room.to_string()),
            (Name::Fresh, new.id.unwrap_or_else(Uuid::new_v4).to_string()),
            (Name::Seconds, new.seconds.to_string()),
            (Name::Content, content.to_owned()),
        ];
        let results = Transaction::begin(self, head, "comment", values).await?.commit().await?;
        let row = CommentRow::read(&results[0])?.pop().ok_or(StatusCode::NOT_FOUND)?;
        let author = Author::read(&results[0])?.pop().and_then(Author::person);
        json(StatusCode::CREATED, &Comment::new(row, room, author))
    }
}

/// Returns the size of a page: 50, or what the query asks for, up to 100.
fn limit(query: &str) -> Option<usize> {
    match query.split('&').find_map(|pair| pair.strip_prefix("limit=")) {
        Some(text) => text.parse().ok().filter(|limit| (1..=100).contains(limit)),
        None => Some(50),
    }
}
