//! The connections to PostgreSQL.

use std::{env, sync::Mutex};

use futures_util::{future::try_join_all, FutureExt};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_postgres::{Client, Config, Error, NoTls, Statement};

use crate::AnyError;

/// A connection on which all statements are prepared.
pub struct Connection {
    pub client: Client,
    pub prepared: Vec<Statement>,
}

/// A pool of a fixed number of connections. A lost one is replaced when it is needed.
pub struct Pool {
    config: Config,
    texts: Vec<String>,
    idle: Mutex<Vec<Connection>>,
    permits: Semaphore,
}

impl Pool {
    /// Connects with the settings from the variables that libpq reads too.
    ///
    /// - texts: the statements that each connection prepares.
    pub async fn connect(texts: Vec<String>, size: usize) -> Result<Self, AnyError> {
        let mut config = Config::new();
        config.host(&env::var("PGHOST")?).user(&env::var("PGUSER")?).dbname(&env::var("PGDATABASE")?);
        let mut pool = Self { config, texts, idle: Mutex::default(), permits: Semaphore::new(size) };
        pool.idle = Mutex::new(try_join_all((0..size).map(|_| pool.connection())).await?);
        Ok(pool)
    }

    async fn connection(&self) -> Result<Connection, Error> {
        let (client, connection) = self.config.connect(NoTls).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                eprintln!("A connection is lost: {error}");
            }
        });
        let prepared = try_join_all(self.texts.iter().map(|text| client.prepare(text))).await?;
        Ok(Connection { client, prepared })
    }

    /// Waits for an idle connection, and takes it for one transaction.
    pub async fn lease(&self) -> Result<Lease<'_>, Error> {
        let permit = self.permits.acquire().await.expect("the semaphore is never closed");
        let idle = self.idle.lock().unwrap().pop().filter(|connection| !connection.client.is_closed());
        let connection = match idle {
            Some(connection) => connection,
            None => self.connection().await?,
        };
        Ok(Lease { connection: Some(connection), is_finished: false, pool: self, _permit: permit })
    }
}

/// A connection that goes back to the pool at the end.
pub struct Lease<'a> {
    connection: Option<Connection>,
    /// Whether the transaction is committed.
    pub is_finished: bool,
    pool: &'a Pool,
    _permit: SemaphorePermit<'a>,
}

impl Lease<'_> {
    pub fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("a lease has its connection until it is dropped")
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            if !self.is_finished {
                // This only sends the statement. PostgreSQL runs it before those of the next lease, so nobody needs to wait for it.
                let _ = connection.client.batch_execute("ROLLBACK").now_or_never();
            }
            self.pool.idle.lock().unwrap().push(connection);
        }
    }
}
