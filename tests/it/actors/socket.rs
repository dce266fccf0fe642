//! The way to a server through a socket.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::Scheme;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tower::BoxError;
use tower::util::{MapErr, MapRequest, MapResponse};

use super::Service;

/// A client of the server that listens at `address`. It asks for nothing twice.
pub(super) fn to(address: SocketAddr) -> Service {
    let client =
        Client::builder(TokioExecutor::new()).retry_canceled_requests(false).build_http::<Body>();
    let addressed = MapRequest::new(client, move |request| addressed_to(address, request));
    let answered =
        MapResponse::new(addressed, |response: axum::http::Response<_>| response.map(Body::new));
    Service::new(MapErr::new(answered, BoxError::from))
}

fn addressed_to(address: SocketAddr, mut request: Request) -> Request {
    let mut uri = std::mem::take(request.uri_mut()).into_parts();
    uri.scheme = Some(Scheme::HTTP);
    uri.authority = Some(address.to_string().parse().expect("an address is an authority"));
    *request.uri_mut() = Uri::from_parts(uri).expect("a scheme, an authority and a path");
    request
}
