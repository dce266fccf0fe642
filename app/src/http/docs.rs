//! The document of the API, and a page to browse it that needs no network.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, ResponseBuilder, response};
use utoipa_swagger_ui::Config;

use super::error::{ApiError, ErrorBody};

/// Where the document is served.
pub const DOCUMENT: &str = "/api-docs/openapi.json";

/// What the document says besides its operations.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Conduit",
        description = "A place to write and read, as the RealWorld specification 2.0.0 has it."
    ),
    tags(
        (name = "Accounts", description = "Registering, signing in, changing one's account"),
        (name = "Profiles", description = "Seeing and following others"),
        (name = "Articles", description = "Publishing, reading, changing and deleting"),
        (name = "Comments", description = "Talking under an article"),
        (name = "Favorites", description = "Keeping what one likes"),
        (name = "Tags", description = "What articles are about"),
        (name = "Operation", description = "For those who run the service"),
    ),
    components(schemas(ErrorBody))
)]
pub struct Frame;

/// Completes the operations with what is the same for all of their kind.
pub fn complete(mut document: OpenApi) -> OpenApi {
    let scheme = ApiKeyValue::with_description("Authorization", "`Token`, a space, and the token");
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("Token", SecurityScheme::ApiKey(ApiKey::Header(scheme)));
    for path in document.paths.paths.values_mut() {
        operations_mut(path).for_each(add_common_refusals);
    }
    document
}

fn operations_mut(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.post, &mut path.put, &mut path.delete].into_iter().flatten()
}

fn add_common_refusals(operation: &mut Operation) {
    let parameters = operation.parameters.iter().flatten();
    let has_query = parameters.into_iter().any(|parameter| {
        matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query)
    });
    let mut add = |status: &str, description: &str| {
        let responses = &mut operation.responses.responses;
        responses.entry(status.into()).or_insert_with(|| refusal(description));
    };
    add("500", "The service failed");
    add("503", "The service cannot answer now");
    if operation.security.is_some() {
        add("401", "The token is missing or invalid");
    }
    if operation.request_body.is_some() {
        add("400", "The body is not JSON");
        add("408", "The body took too long to arrive");
        add("413", "The body is too large");
        add("415", "The body is not declared to be JSON");
        add("422", "The body says something that cannot be");
    }
    if has_query {
        add("422", "A parameter says something that cannot be");
    }
}

fn refusal(description: &str) -> RefOr<response::Response> {
    let error = Ref::from_schema_name(ErrorBody::name());
    let content = Content::new(Some(error));
    ResponseBuilder::new().description(description).content("application/json", content).into()
}

/// Serves the document, and the page at `/docs`.
pub fn router(document: &OpenApi) -> Router {
    // Made of strings and numbers alone.
    let document = Bytes::from(document.to_json().expect("the document is JSON"));
    let document = async || ([(CONTENT_TYPE, "application/json")], document).into_response();
    let config = Arc::new(Config::from(DOCUMENT).validator_url("none"));
    Router::new()
        .route(DOCUMENT, get(document))
        .route("/docs", get(async || Redirect::permanent("/docs/")))
        .route("/docs/", get(index))
        .route("/docs/{*name}", get(file))
        .with_state(config)
}

type Page = Arc<Config<'static>>;

async fn index(State(page): State<Page>) -> Result<Response, ApiError> {
    serve("index.html", page)
}

async fn file(
    State(page): State<Page>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(name) = name.map_err(|_| ApiError::not_found("route"))?;
    serve(&name, page)
}

fn serve(name: &str, page: Page) -> Result<Response, ApiError> {
    let file = utoipa_swagger_ui::serve(name, page)
        .map_err(|error| ApiError::internal(error.to_string()))?
        .ok_or_else(|| ApiError::not_found("route"))?;
    let body = Body::from(file.bytes.into_owned());
    Ok(([(CONTENT_TYPE, file.content_type)], body).into_response())
}

#[cfg(test)]
#[path = "docs_tests.rs"]
mod tests;
