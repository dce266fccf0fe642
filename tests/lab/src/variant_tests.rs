use std::process::Command;

use super::*;
use crate::tree::house;

const SENT_TWICE: &str = "kind: interaction
layers: service
title: Everything is told twice.
contract: Nothing is told twice on purpose.

--- a/domain/src/services/deliveries.rs
+++ b/domain/src/services/deliveries.rs
@@ -1 +1 @@
-once
+twice
";

fn refused(text: &str) -> String {
    Variant::parse("sent-twice", text).unwrap_err().to_string()
}

#[test]
fn a_variant_is_a_header_and_a_diff() {
    let variant = Variant::parse("sent-twice", SENT_TWICE).unwrap();

    assert_eq!(
        (variant.kind, variant.layers.as_slice()),
        (Kind::Interaction, &["service".into()][..])
    );
    assert_eq!(variant.title, "Everything is told twice.");
    assert_eq!(variant.files().collect::<Vec<_>>(), ["domain/src/services/deliveries.rs"]);
}

#[test]
fn what_is_wrong_with_a_header_is_told_by_its_field() {
    assert_eq!(refused(&SENT_TWICE.replace("title: ", "titel: ")), "no field `title`");
    assert_eq!(
        refused(&SENT_TWICE.replace("kind: interaction", "kind: mischief")),
        "`kind` is none of refactor, logic, interaction, concurrency, sql, lie, budget"
    );
    assert!(refused(&SENT_TWICE.replace(": service", ": cellar")).starts_with("`layers`: cellar"));
    assert_eq!(refused(&format!("mood: gay\n{SENT_TWICE}")), "unknown field `mood`");
}

#[test]
fn every_variant_applies_to_the_code_as_it_is() {
    let house = house();
    for variant in ["variants", "control", "workshop"]
        .map(|folder| all_in(&house.join("tests/lab").join(folder)).unwrap())
        .concat()
    {
        let check = Command::new("git")
            .args(["apply", "--check", "-"])
            .current_dir(&house)
            .stdin(crate::tree::held(&variant.diff).unwrap())
            .output()
            .unwrap();

        assert!(
            check.status.success(),
            "{}: {}",
            variant.name,
            String::from_utf8_lossy(&check.stderr)
        );
    }
}
