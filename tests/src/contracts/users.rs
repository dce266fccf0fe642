//! What is promised of accounts. Profiles stand in `follows`, races in `races`.

use domain::User;
use domain::providers::{Conflict, Storage};
use pretty_assertions::assert_eq;

use super::given::{self, email, new_user, username};
use super::work::{refused, write};
use super::{Case, case};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case(a_new_user_is_kept_to_the_letter),
        case(a_user_without_bio_and_image_has_none),
        case(a_stranger_is_none),
        case(a_taken_username_is_a_conflict),
        case(a_taken_email_is_a_conflict),
        case(a_taken_email_is_a_conflict_in_any_case),
        case(where_both_are_taken_the_username_is_told),
        case(a_refused_user_leaves_no_trace),
        case(an_email_is_found_in_any_case),
        case(a_username_is_found_in_its_own_case_only),
        case(usernames_in_two_cases_are_two_users),
        case(two_spellings_of_one_accent_are_two_users),
        case(unicode_is_kept_to_the_letter),
        case(an_update_replaces_everything),
        case(an_update_may_empty_bio_and_image),
        case(an_update_may_keep_the_name_and_change_the_case_of_the_email),
        case(an_update_to_a_taken_username_is_a_conflict),
        case(an_update_to_a_taken_email_is_a_conflict),
        case(where_an_update_finds_both_taken_the_username_is_told),
        case(an_update_of_a_stranger_is_a_concurrent_change),
        case(a_name_given_up_is_free),
        case(a_name_can_be_passed_on_within_one_unit_of_work),
    ]
}

async fn a_new_user_is_kept_to_the_letter(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;

    let mut reader = storage.read();
    let by_id = reader.users().find(rosalind.id).await.unwrap();
    let by_email = reader.users().find_by_email(&rosalind.email).await.unwrap();
    let by_name = reader.users().find_by_username(&rosalind.username).await.unwrap();

    assert_eq!(by_id.as_ref(), Some(&rosalind));
    assert_eq!(by_email.as_ref(), Some(&rosalind));
    assert_eq!(by_name.as_ref(), Some(&rosalind));
}

async fn a_user_without_bio_and_image_has_none(storage: &dyn Storage) {
    let shy = User { bio: None, image: None, ..new_user("jocasta") };

    write(storage, async |work| work.users().insert(&shy).await).await.unwrap();

    assert_eq!(storage.read().users().find(shy.id).await.unwrap(), Some(shy));
}

async fn a_stranger_is_none(storage: &dyn Storage) {
    given::user(storage, "rosalind").await;
    let stranger = new_user("jocasta");

    let mut reader = storage.read();

    assert_eq!(reader.users().find(stranger.id).await.unwrap(), None);
    assert_eq!(reader.users().find_by_email(&stranger.email).await.unwrap(), None);
    assert_eq!(reader.users().find_by_username(&stranger.username).await.unwrap(), None);
    assert_eq!(reader.users().profile(&stranger.username, None).await.unwrap(), None);
}

async fn a_taken_username_is_a_conflict(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let rival = User { username: rosalind.username, ..new_user("jocasta") };

    let outcome = write(storage, async |work| work.users().insert(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Username);
}

async fn a_taken_email_is_a_conflict(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let rival = User { email: rosalind.email, ..new_user("jocasta") };

    let outcome = write(storage, async |work| work.users().insert(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Email);
}

async fn a_taken_email_is_a_conflict_in_any_case(storage: &dyn Storage) {
    let elodie = User { email: email("élodie@helix.example"), ..new_user("elodie") };
    write(storage, async |work| work.users().insert(&elodie).await).await.unwrap();

    let rival = User { email: email("Élodie@HELIX.example"), ..new_user("jocasta") };
    let outcome = write(storage, async |work| work.users().insert(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Email);
}

async fn where_both_are_taken_the_username_is_told(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let double = User { id: new_user("double").id, ..rosalind.clone() };
    let patchwork = User { username: jocasta.username, ..double.clone() };

    for rival in [double, patchwork] {
        let outcome = write(storage, async |work| work.users().insert(&rival).await).await;
        assert_eq!(refused(outcome), Conflict::Username);
    }
}

async fn a_refused_user_leaves_no_trace(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let rival = User { username: rosalind.username.clone(), ..new_user("jocasta") };

    let outcome = write(storage, async |work| work.users().insert(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Username);
    let mut reader = storage.read();
    assert_eq!(reader.users().find(rival.id).await.unwrap(), None);
    assert_eq!(reader.users().find_by_email(&rival.email).await.unwrap(), None);
    assert_eq!(reader.users().find_by_username(&rosalind.username).await.unwrap(), Some(rosalind));
}

async fn an_email_is_found_in_any_case(storage: &dyn Storage) {
    let elodie = User { email: email("Élodie@Helix.example"), ..new_user("elodie") };
    write(storage, async |work| work.users().insert(&elodie).await).await.unwrap();

    let shouted = email("ÉLODIE@HELIX.EXAMPLE");
    let found = storage.read().users().find_by_email(&shouted).await.unwrap();

    assert_eq!(found, Some(elodie));
}

async fn a_username_is_found_in_its_own_case_only(storage: &dyn Storage) {
    given::user(storage, "rosalind").await;

    let shouted = username("ROSALIND");
    let mut reader = storage.read();

    assert_eq!(reader.users().find_by_username(&shouted).await.unwrap(), None);
    assert_eq!(reader.users().profile(&shouted, None).await.unwrap(), None);
}

async fn usernames_in_two_cases_are_two_users(storage: &dyn Storage) {
    let quiet = given::user(storage, "rosalind").await;
    let loud = User { username: username("Rosalind"), ..new_user("jocasta") };

    write(storage, async |work| work.users().insert(&loud).await).await.unwrap();

    let mut reader = storage.read();
    assert_eq!(reader.users().find_by_username(&quiet.username).await.unwrap(), Some(quiet));
    assert_eq!(reader.users().find_by_username(&loud.username).await.unwrap(), Some(loud));
}

async fn two_spellings_of_one_accent_are_two_users(storage: &dyn Storage) {
    let composed = User { username: username("Ren\u{e9}e"), ..new_user("renee") };
    let combining = User { username: username("Rene\u{301}e"), ..new_user("jocasta") };

    for user in [&composed, &combining] {
        write(storage, async |work| work.users().insert(user).await).await.unwrap();
    }

    let mut reader = storage.read();
    for user in [composed, combining] {
        assert_eq!(reader.users().find_by_username(&user.username).await.unwrap(), Some(user));
    }
}

async fn unicode_is_kept_to_the_letter(storage: &dyn Storage) {
    let many_scripts = User {
        username: username("שָׁלוֹם 🧬 e\u{301} 'quoted' \"twice\" \\"),
        email: email("龍🐉@пример.example"),
        bio: Some(domain::Bio::parse("שלום\r\n\t👩🏽‍🔬 \u{202e}reversed\u{202c} % _ ;--").unwrap()),
        image: Some(domain::ImageUrl::parse("https://helix.example/שלום/🖼.png?a=b&c='").unwrap()),
        ..new_user("babel")
    };

    write(storage, async |work| work.users().insert(&many_scripts).await).await.unwrap();

    let found = storage.read().users().find_by_username(&many_scripts.username).await.unwrap();
    assert_eq!(found, Some(many_scripts));
}

async fn an_update_replaces_everything(storage: &dyn Storage) {
    let before = given::user(storage, "rosalind").await;
    let after = User { id: before.id, ..new_user("franklin") };

    write(storage, async |work| work.users().update(&after).await).await.unwrap();

    let mut reader = storage.read();
    assert_eq!(reader.users().find(before.id).await.unwrap(), Some(after.clone()));
    assert_eq!(reader.users().find_by_email(&after.email).await.unwrap(), Some(after));
    assert_eq!(reader.users().find_by_email(&before.email).await.unwrap(), None);
    assert_eq!(reader.users().find_by_username(&before.username).await.unwrap(), None);
}

async fn an_update_may_empty_bio_and_image(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let silent = User { bio: None, image: None, ..rosalind };

    write(storage, async |work| work.users().update(&silent).await).await.unwrap();

    assert_eq!(storage.read().users().find(silent.id).await.unwrap(), Some(silent));
}

async fn an_update_may_keep_the_name_and_change_the_case_of_the_email(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let louder = User { email: email("ROSALIND@helix.example"), ..rosalind };

    write(storage, async |work| work.users().update(&louder).await).await.unwrap();

    assert_eq!(storage.read().users().find(louder.id).await.unwrap(), Some(louder));
}

async fn an_update_to_a_taken_username_is_a_conflict(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let rival = User { username: rosalind.username, ..jocasta.clone() };

    let outcome = write(storage, async |work| work.users().update(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Username);
    assert_eq!(storage.read().users().find(jocasta.id).await.unwrap(), Some(jocasta));
}

async fn an_update_to_a_taken_email_is_a_conflict(storage: &dyn Storage) {
    let [_rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let rival = User { email: email("Rosalind@helix.example"), ..jocasta.clone() };

    let outcome = write(storage, async |work| work.users().update(&rival).await).await;

    assert_eq!(refused(outcome), Conflict::Email);
    assert_eq!(storage.read().users().find(jocasta.id).await.unwrap(), Some(jocasta));
}

async fn where_an_update_finds_both_taken_the_username_is_told(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let double = User { id: jocasta.id, ..rosalind };

    let outcome = write(storage, async |work| work.users().update(&double).await).await;

    assert_eq!(refused(outcome), Conflict::Username);
}

async fn an_update_of_a_stranger_is_a_concurrent_change(storage: &dyn Storage) {
    let stranger = new_user("jocasta");

    let outcome = write(storage, async |work| work.users().update(&stranger).await).await;

    assert_eq!(refused(outcome), Conflict::Concurrent);
    assert_eq!(storage.read().users().find(stranger.id).await.unwrap(), None);
}

async fn a_name_given_up_is_free(storage: &dyn Storage) {
    let rosalind = given::user(storage, "rosalind").await;
    let renamed = User { id: rosalind.id, ..new_user("franklin") };
    write(storage, async |work| work.users().update(&renamed).await).await.unwrap();

    let heir = User { id: new_user("jocasta").id, ..rosalind };
    write(storage, async |work| work.users().insert(&heir).await).await.unwrap();

    assert_eq!(storage.read().users().find_by_email(&heir.email).await.unwrap(), Some(heir));
}

async fn a_name_can_be_passed_on_within_one_unit_of_work(storage: &dyn Storage) {
    let [rosalind, jocasta] = given::users(storage, ["rosalind", "jocasta"]).await;
    let giver = User { id: rosalind.id, ..new_user("franklin") };
    let heir = User { username: rosalind.username, ..jocasta };

    let passing = write(storage, async |work| {
        work.users().update(&giver).await?;
        work.users().update(&heir).await
    });
    passing.await.unwrap();

    let mut reader = storage.read();
    assert_eq!(reader.users().find_by_username(&giver.username).await.unwrap(), Some(giver));
    assert_eq!(reader.users().find_by_username(&heir.username).await.unwrap(), Some(heir));
}
