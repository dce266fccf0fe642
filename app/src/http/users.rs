//! Accounts.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::services::{Services, SignedIn};
use domain::{
    AccountEdit, Bio, Email, ImageUrl, Invalid, Password, PasswordAttempt, Registration, Username,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::SignedInUser;
use super::error::{ApiError, ErrorBody};
use super::fields::{Field, Reader};
use super::json::{Json, RequestBody};
use super::reply;
use super::schema;

/// What it takes to open an account.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewUser {
    #[schema(required, schema_with = schema::username)]
    username: Field,
    #[schema(required, schema_with = schema::email)]
    email: Field,
    #[schema(required, schema_with = schema::password)]
    password: Field,
}

type NewUserBody = Json<NewUser>;

impl RequestBody for NewUser {
    const KEY: &'static str = "user";
    type Value = Registration;

    fn into_value(self) -> Result<Registration, ApiError> {
        let mut reader = Reader::default();
        let username = reader.required("username", self.username, Username::parse);
        let email = reader.required("email", self.email, Email::parse);
        let password = reader.required("password", self.password, Password::parse);
        let all = username.zip(email).zip(password);
        reader.finish(all.map(|((username, email), password)| Registration {
            username,
            email,
            password,
        }))
    }
}

/// What somebody signs in with.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct Credentials {
    #[schema(required, schema_with = schema::attempt)]
    email: Field,
    #[schema(required, schema_with = schema::attempt)]
    password: Field,
}

type CredentialsBody = Json<Credentials>;

impl RequestBody for Credentials {
    const KEY: &'static str = "user";
    /// The address as it was typed: one that nobody can have is as wrong as one that nobody has.
    type Value = (String, PasswordAttempt);

    fn into_value(self) -> Result<Self::Value, ApiError> {
        let mut reader = Reader::default();
        let email = reader.required("email", self.email, |email| match email.trim() {
            "" => Err(Invalid::Blank),
            _ => Ok(email),
        });
        let password = reader.required("password", self.password, PasswordAttempt::parse);
        reader.finish(email.zip(password))
    }
}

/// A change to one's account. What is absent stays.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct UserChange {
    #[schema(schema_with = schema::username)]
    username: Field,
    #[schema(schema_with = schema::email)]
    email: Field,
    #[schema(schema_with = schema::password)]
    password: Field,
    #[schema(schema_with = schema::bio)]
    bio: Field,
    #[schema(schema_with = schema::image)]
    image: Field,
}

type UserChangeBody = Json<UserChange>;

impl RequestBody for UserChange {
    const KEY: &'static str = "user";
    type Value = AccountEdit;

    fn into_value(self) -> Result<AccountEdit, ApiError> {
        let mut reader = Reader::default();
        let edit = AccountEdit {
            username: reader.optional("username", self.username, Username::parse),
            email: reader.optional("email", self.email, Email::parse),
            password: reader.optional("password", self.password, Password::parse),
            bio: reader.clearable("bio", self.bio, Bio::parse),
            image: reader.clearable("image", self.image, ImageUrl::parse),
        };
        reader.finish(Some(edit))
    }
}

/// A user as they see themselves.
#[derive(Serialize, ToSchema)]
pub struct UserResponse<'a> {
    user: UserBody<'a>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = User)]
struct UserBody<'a> {
    email: &'a str,
    /// Sent back as `Authorization: Token <token>`.
    token: &'a str,
    username: &'a str,
    #[schema(required)]
    bio: Option<&'a str>,
    #[schema(required)]
    image: Option<&'a str>,
}

fn answer(status: StatusCode, SignedIn { user, token }: &SignedIn) -> Response {
    let user = UserBody {
        email: user.email.as_str(),
        token,
        username: user.username.as_str(),
        bio: user.bio.as_ref().map(Bio::as_str),
        image: user.image.as_ref().map(ImageUrl::as_str),
    };
    reply::json(status, &UserResponse { user })
}

/// Open an account
#[utoipa::path(
    post,
    path = "/api/users",
    tag = "Accounts",
    request_body = NewUserBody,
    responses(
        (status = 201, description = "The account is open", body = UserResponse),
        (status = 409, description = "Another user has this name or address", body = ErrorBody),
    )
)]
pub async fn register(
    State(services): State<Arc<Services>>,
    Json(registration): NewUserBody,
) -> Result<Response, ApiError> {
    let signed_in = services.accounts.register(registration).await?;
    Ok(answer(StatusCode::CREATED, &signed_in))
}

/// Sign in
#[utoipa::path(
    post,
    path = "/api/users/login",
    tag = "Accounts",
    request_body = CredentialsBody,
    responses(
        (status = 200, description = "Signed in", body = UserResponse),
        (status = 401, description = "Wrong address or password", body = ErrorBody),
    )
)]
pub async fn login(
    State(services): State<Arc<Services>>,
    Json((email, attempt)): CredentialsBody,
) -> Result<Response, ApiError> {
    let signed_in = match Email::parse(email) {
        Ok(email) => services.accounts.sign_in(&email, attempt).await?,
        Err(_) => return Err(services.accounts.refuse(attempt).await.into()),
    };
    Ok(answer(StatusCode::OK, &signed_in))
}

/// See one's own account
#[utoipa::path(
    get,
    path = "/api/user",
    tag = "Accounts",
    security(("Token" = [])),
    responses((status = 200, description = "The account", body = UserResponse))
)]
pub async fn current_user(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
) -> Response {
    answer(StatusCode::OK, &services.accounts.signed_in(user))
}

/// Change one's own account
#[utoipa::path(
    put,
    path = "/api/user",
    tag = "Accounts",
    security(("Token" = [])),
    request_body = UserChangeBody,
    responses(
        (status = 200, description = "The account as it is now", body = UserResponse),
        (status = 409, description = "Another user has this name or address", body = ErrorBody),
    )
)]
pub async fn update_user(
    State(services): State<Arc<Services>>,
    SignedInUser(user): SignedInUser,
    Json(edit): UserChangeBody,
) -> Result<Response, ApiError> {
    let signed_in = services.accounts.edit(user.id, edit).await?;
    Ok(answer(StatusCode::OK, &signed_in))
}
