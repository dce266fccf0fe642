//! A container: its data in memory, nothing made durable.

use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use testcontainers::bollard::Docker;
use testcontainers::bollard::errors::Error as EngineError;
use testcontainers::bollard::query_parameters::RemoveContainerOptionsBuilder;
use testcontainers::core::client::docker_client_instance;
use testcontainers::core::{IntoContainerPort, Mount};
use testcontainers::runners::AsyncRunner;
use testcontainers::{ContainerAsync, ContainerRequest, GenericImage, ImageExt};
use tokio::io::{AsyncBufRead, AsyncBufReadExt};
use tokio::net::lookup_host;
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};

use super::guard::{Guard, Remains};
use super::keeper::Server;
use super::ours;
use super::settings::Settings;

/// For the engine to answer, and for it to hear of the image. An engine without a network waits
/// much longer, and there may be binaries.
const PATIENCE: Duration = Duration::from_millis(1400);

/// How often, and at which intervals, to look for a container that the engine may still be making
/// for a keeper that was killed.
const LOOKS: usize = 20;
const LOOK: Duration = Duration::from_millis(50);

/// Where the data are: beside the volume that the image declares, which stays empty.
const DATA: &str = "/truefake";

/// Starts one, or says why not.
pub(super) async fn start(settings: &Settings, guard: &Mutex<Guard>) -> Result<Server, String> {
    let engine = engine().await?;
    let is_here = is_here(&engine, &settings.image).await?;
    let name = format!("truefake-{:016x}", RandomState::new().hash_one(()));
    let mut request = request(&settings.image, &name);
    if !is_here {
        request = request.pull_image().await.map_err(|error| error.to_string())?;
    }
    if !settings.keep {
        let remains = Remains::Container { name: name.clone() };
        guard.lock().await.must_remove(remains).map_err(|error| error.to_string())?;
    }
    let container = request.start().await.map_err(|error| error.to_string())?;
    let reached = reach(&container).await;
    let log = container.stderr(true);
    // The guard removes it.
    std::mem::forget(container);
    let (options, at) = reached?;
    let version = tokio::select! {
        version = ours::until_it_answers(&options, || None) => version?,
        words = last_words(log) => return Err(format!("the container ended: {words}")),
    };
    if !settings.keep {
        ours::switch_off_with_keeper(&options, "kill -INT 1").await?;
    }
    Ok(Server {
        options,
        copies_files: true,
        prefix: String::new(),
        taken: format!("PostgreSQL {version} in a container of {}, at {at}", settings.image),
        end: format!("docker rm --force --volumes {name}"),
        _session: None,
    })
}

/// Says why none can be had.
pub(super) async fn find(image: &str) -> Result<(), String> {
    is_here(&engine().await?, image).await.map(|_| ())
}

/// One that answers.
async fn engine() -> Result<Docker, String> {
    let engine = docker_client_instance().await.map_err(|error| error.to_string())?;
    match timeout(PATIENCE, engine.ping()).await {
        Ok(Ok(_)) => Ok(engine),
        Ok(Err(error)) => Err(format!("no engine answers: {error}")),
        Err(_) => Err(format!("the engine did not answer within {PATIENCE:?}")),
    }
}

fn request(image: &str, name: &str) -> ContainerRequest<GenericImage> {
    let (repository, tag) = repository_and_tag(image);
    let settings = ours::QUICK.iter().flat_map(|setting| ["-c", setting]);
    GenericImage::new(repository, tag)
        .with_exposed_port(5432.tcp())
        .with_container_name(name)
        .with_env_var("POSTGRES_HOST_AUTH_METHOD", "trust")
        .with_env_var("POSTGRES_INITDB_ARGS", "--no-sync --wal-segsize=1")
        .with_env_var("PGDATA", DATA)
        .with_mount(Mount::tmpfs_mount(DATA))
        .with_cmd(["postgres"].into_iter().chain(settings))
        // With its volume, as soon as it stops.
        .with_host_config_modifier(|host| host.auto_remove = Some(true))
}

/// `registry:5000/team/postgres:17` has a colon too many.
fn repository_and_tag(image: &str) -> (&str, &str) {
    match image.rsplit_once(':') {
        Some((repository, tag)) if !tag.contains('/') => (repository, tag),
        _ => (image, "latest"),
    }
}

/// Whether the image is here, or else may be pulled.
async fn is_here(engine: &Docker, image: &str) -> Result<bool, String> {
    let asked = async {
        if engine.inspect_image(image).await.is_ok() {
            return Ok(true);
        }
        engine.inspect_registry_image(image, None).await.map(|_| false)
    };
    match timeout(PATIENCE, asked).await {
        Err(_) => Err(format!("{image} is not here, and its registry did not answer")),
        // What the engine says where it cannot reach the registry. One that asks who we are, or
        // an engine that does not know this question, leaves it to the pull.
        Ok(Err(EngineError::DockerResponseServerError { status_code: 500, message })) => {
            Err(format!("{image} is not here and cannot be pulled: {message}"))
        }
        Ok(answer) => Ok(answer.unwrap_or(false)),
    }
}

async fn reach(
    container: &ContainerAsync<GenericImage>,
) -> Result<(PgConnectOptions, String), String> {
    // Not localhost: an engine may be on another machine.
    let host = container.get_host().await.map_err(|error| error.to_string())?;
    let port = container.get_host_port_ipv4(5432).await.map_err(|error| error.to_string())?;
    // By IPv6 this port may be another container's.
    let found = lookup_host((host.to_string(), port)).await.map_err(|error| error.to_string())?;
    let address = found.into_iter().find(SocketAddr::is_ipv4);
    let host = address.map_or(host.to_string(), |address| address.ip().to_string());
    let options = PgConnectOptions::new_without_pgpass()
        .host(&host)
        .port(port)
        .username("postgres")
        .database("postgres");
    Ok((options, format!("{host}:{port}")))
}

/// What the server died of, or the last thing that is said, when nothing more will be.
async fn last_words(log: impl AsyncBufRead + Unpin) -> String {
    let mut lines = log.lines();
    let mut last = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.contains("FATAL") || !last.contains("FATAL") {
            last = line;
        }
    }
    last
}

/// Removes the container of this name and its volumes, where there is one.
pub(super) async fn remove(name: &str) -> Result<(), String> {
    let engine = docker_client_instance().await.map_err(|error| error.to_string())?;
    let options = RemoveContainerOptionsBuilder::new().force(true).v(true).build();
    for _ in 0..LOOKS {
        match engine.remove_container(name, Some(options.clone())).await {
            Err(EngineError::DockerResponseServerError { status_code: 404, .. }) => {
                sleep(LOOK).await;
            }
            // It is gone, or going.
            Ok(()) | Err(EngineError::DockerResponseServerError { status_code: 409, .. }) => break,
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(())
}
