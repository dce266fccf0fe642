//! What a run leaves on its server, and of it, while it goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use testcontainers::bollard::Docker;
use testcontainers::bollard::models::ContainerSummary;
use testcontainers::bollard::query_parameters::ListContainersOptionsBuilder;
use testcontainers::core::client::docker_client_instance;

use super::run::kill;

const NAMES: &str = "SELECT datname::text FROM pg_database WHERE starts_with(datname::text, $1)
    UNION ALL SELECT 'a session of ' || datname FROM pg_stat_activity WHERE application_name = $1";

/// Where to look for it.
pub enum Traces {
    /// A server of its own: the folder of its data, and its process.
    Local { folder: PathBuf, process: i32 },
    /// A container, and its volumes.
    Docker { engine: Docker, id: String, volumes: Vec<String> },
    /// Databases on a server of somebody else, whose names begin so.
    Given { url: String, prefix: String },
}

impl Traces {
    /// Of the run that was lent the database at this URL.
    pub async fn of(url: &str) -> Self {
        let options = PgConnectOptions::from_str(url).unwrap();
        let name = options.get_database().unwrap();
        if let Some((prefix, _)) = name.rsplit_once('_') {
            let prefix = format!("{prefix}_");
            let url = options.database("postgres").to_url_lossy().to_string();
            return Self::Given { url, prefix };
        }
        if let Some(folder) = options.get_socket() {
            let data = fs::read_to_string(folder.join("data/postmaster.pid")).unwrap();
            let process = data.lines().next().unwrap().parse().unwrap();
            return Self::Local { folder: folder.clone(), process };
        }
        let engine = docker_client_instance().await.unwrap();
        let container = container(&engine, options.get_port()).await;
        let mounts = container.mounts.into_iter().flatten();
        let volumes = mounts.filter_map(|mount| mount.name).collect();
        Self::Docker { engine, id: container.id.unwrap(), volumes }
    }

    /// What there is of it.
    pub async fn left(&self) -> Vec<String> {
        match self {
            Self::Local { folder, process } => {
                let folder = folder.exists().then(|| folder.display().to_string());
                folder.into_iter().chain(shared_memory(*process)).collect()
            }
            Self::Docker { engine, id, volumes } => {
                let mut left = Vec::new();
                if engine.inspect_container(id, None).await.is_ok() {
                    left.push(format!("container {id}"));
                }
                for volume in volumes {
                    if engine.inspect_volume(volume).await.is_ok() {
                        left.push(format!("volume {volume}"));
                    }
                }
                left
            }
            Self::Given { url, prefix } => {
                let mut session = PgConnection::connect(url).await.unwrap();
                let names = sqlx::query_scalar(NAMES).bind(prefix);
                names.fetch_all(&mut session).await.unwrap()
            }
        }
    }

    /// Whether the server is one of its own.
    pub fn are_of_a_server(&self) -> bool {
        !matches!(self, Self::Given { .. })
    }

    /// Kills the server.
    pub async fn kill_server(&self) {
        match self {
            Self::Local { process, .. } => kill(*process),
            Self::Docker { engine, id, .. } => engine.kill_container(id, None).await.unwrap(),
            Self::Given { .. } => panic!("it is somebody else's"),
        }
    }
}

/// The container that publishes this port.
async fn container(engine: &Docker, port: u16) -> ContainerSummary {
    let options = ListContainersOptionsBuilder::new().all(true).build();
    let containers = engine.list_containers(Some(options)).await.unwrap();
    // By IPv6 another container may publish the same one.
    let is_ipv4 = |ip: &Option<String>| ip.as_ref().is_some_and(|ip| ip.contains('.'));
    let publishes = |container: &ContainerSummary| {
        let mut mapped = container.ports.iter().flatten();
        mapped.any(|mapped| mapped.public_port == Some(port) && is_ipv4(&mapped.ip))
    };
    containers.into_iter().find(publishes).unwrap()
}

/// The System V segments that a process has made and left, where the system tells them.
fn shared_memory(creator: i32) -> Vec<String> {
    let table = fs::read_to_string(Path::new("/proc/sysvipc/shm")).unwrap_or_default();
    let segments = table.lines().skip(1).filter_map(|line| {
        let mut columns = line.split_whitespace().skip(1);
        let (id, by) = (columns.next()?, columns.nth(2)?);
        (by.parse() == Ok(creator)).then(|| format!("shared memory {id}"))
    });
    segments.collect()
}
