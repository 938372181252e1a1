//! The statements that Davenport sends, and a transaction that sends them for an authenticated caller.

use std::{collections::HashMap, error::Error, fs};

use bytes::BytesMut;
use chrono::{DateTime, Duration, Utc};
use futures_util::{future::try_join_all, TryStreamExt};
use hyper::{header::AUTHORIZATION, http::request::Parts, StatusCode};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio_postgres::{
    types::{to_sql_checked, Format, IsNull, ToSql, Type},
    Row,
};
use uuid::Uuid;

use crate::{
    pool::{Connection, Lease},
    shapes::SessionRow,
    AnyError, Failure, Service,
};

/// The names of a request's values.
#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    Tenant,
    Digest,
    Person,
    Room,
    Fresh,
    Limit,
    Seconds,
    Content,
}

/// A statement's parameter: the name of a value, a number of seconds from now, or the value itself.
#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Parameter {
    Name(Name),
    After(i64),
    Value(Option<String>),
}

/// A statement as bin/bench writes it.
#[derive(Deserialize)]
struct Written {
    text: String,
    parameters: Vec<Parameter>,
}

/// A statement whose text has this place among all texts.
struct Statement {
    place: usize,
    parameters: Vec<Parameter>,
}

/// The statements of one kind of request. Each list is sent in one round trip.
pub struct Script {
    /// From BEGIN to the look-up of the session.
    begin: Vec<Statement>,
    /// All others, and COMMIT.
    commit: Vec<Statement>,
}

/// Reads the statements of every kind of request. Returns their texts, and a script for each kind.
pub fn read(file: &str) -> Result<(Vec<String>, HashMap<String, Script>), AnyError> {
    let kinds: HashMap<String, Vec<Written>> = serde_json::from_slice(&fs::read(file)?)?;
    let mut texts = Vec::new();
    let mut statement = |text: &str, parameters| {
        texts.push(text.to_owned());
        Statement { place: texts.len() - 1, parameters }
    };
    let mut scripts = HashMap::new();
    for (kind, written) in kinds {
        let mut script = Script { begin: vec![statement("BEGIN", Vec::new())], commit: Vec::new() };
        let mut is_known = false;
        for Written { text, parameters } in written {
            let batch = if is_known { &mut script.commit } else { &mut script.begin };
            is_known = is_known || parameters.contains(&Parameter::Name(Name::Digest));
            batch.push(statement(&text, parameters));
        }
        script.commit.push(statement("COMMIT", Vec::new()));
        scripts.insert(kind, script);
    }
    Ok((texts, scripts))
}

/// A request's transaction. It has entered the tenant and authenticated the caller.
pub struct Transaction<'a> {
    lease: Lease<'a>,
    script: &'a Script,
    values: Values,
}

impl<'a> Transaction<'a> {
    /// Begins a transaction and looks the session up, in one round trip.
    pub async fn begin(service: &'a Service, head: &Parts, kind: &str, mut texts: Vec<(Name, String)>) -> Result<Transaction<'a>, Failure> {
        texts.extend(credentials(head).ok_or(StatusCode::UNAUTHORIZED)?);
        let values = Values { texts, now: Utc::now() };
        let mut transaction = Self { lease: service.pool.lease().await?, script: &service.scripts[kind], values };
        let results = transaction.send(&transaction.script.begin).await?;
        let session = SessionRow::read(results.last().map_or(&[], Vec::as_slice))?.pop();
        let caller = session.filter(|session| !session.is_suspended).ok_or(StatusCode::UNAUTHORIZED)?;
        transaction.values.texts.push((Name::Person, caller.user_id.to_string()));
        Ok(transaction)
    }

    /// Sends the other statements and commits, in one round trip. Returns the rows of each statement.
    pub async fn commit(mut self) -> Result<Vec<Vec<Row>>, Failure> {
        let results = self.send(&self.script.commit).await?;
        self.lease.is_finished = true;
        Ok(results)
    }

    /// Sends each statement without waiting for the results of those before.
    async fn send(&self, statements: &[Statement]) -> Result<Vec<Vec<Row>>, tokio_postgres::Error> {
        let Connection { client, prepared } = self.lease.connection();
        try_join_all(statements.iter().map(|Statement { place, parameters }| async move {
            let bound = parameters.iter().map(|parameter| self.values.bound(parameter));
            client.query_raw(&prepared[*place], bound).await?.try_collect().await
        }))
        .await
    }
}

const PREFIX: &str = "davenport_";
const SECRET_LENGTH: usize = 16 + 32 + 4;

/// Returns the tenant in the request's token, and the digest by which its session is found.
fn credentials(head: &Parts) -> Option<[(Name, String); 2]> {
    let token = head.headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    let secret = base64::decode_config(token.strip_prefix(PREFIX)?, base64::URL_SAFE_NO_PAD).ok()?;
    if secret.len() != SECRET_LENGTH {
        return None;
    }
    let (content, checksum) = secret.split_at(SECRET_LENGTH - 4);
    if Sha256::digest(content)[..4] != *checksum {
        return None;
    }
    let tenant = Uuid::from_slice(&content[..16]).ok()?;
    Some([(Name::Tenant, tenant.to_string()), (Name::Digest, format!("\\x{:x}", Sha256::digest(token)))])
}

/// The values of a request's parameters by their names, as PostgreSQL's text, and the time of the request.
struct Values {
    texts: Vec<(Name, String)>,
    now: DateTime<Utc>,
}

impl Values {
    fn bound<'a>(&'a self, parameter: &'a Parameter) -> Bound<'a> {
        match parameter {
            Parameter::Name(name) => Bound::Text(self.texts.iter().find(|(known, _)| known == name).map(|(_, text)| text)),
            Parameter::After(seconds) => Bound::Time(self.now + Duration::seconds(*seconds)),
            Parameter::Value(text) => Bound::Text(text.as_ref()),
        }
    }
}

/// A parameter as it is sent. PostgreSQL reads a text as the type that it expects; none is null.
#[derive(Debug)]
enum Bound<'a> {
    Text(Option<&'a String>),
    Time(DateTime<Utc>),
}

impl ToSql for Bound<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Send + Sync>> {
        match self {
            Bound::Text(text) => text.map(String::as_bytes).to_sql(kind, out),
            Bound::Time(at) => at.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        match self {
            Bound::Text(_) => Format::Text,
            Bound::Time(_) => Format::Binary,
        }
    }

    to_sql_checked!();
}
