//! The page: everything in one file, which needs no network.

use anyhow::Result;
use serde_json::json;

use crate::results::Results;
use crate::style::{BORN_WRONG, PORTFOLIOS};
use crate::variant::KINDS;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn page(results: &Results) -> Result<String> {
    let data = json!({
        "results": results,
        "portfolios": PORTFOLIOS,
        "kinds": KINDS.map(|(name, _)| name),
        "bornWrong": BORN_WRONG,
    });
    // Within a script element, nothing may look like its end.
    let data = serde_json::to_string(&data)?.replace("</", "<\\/");
    Ok(PAGE.replace("/*style*/", STYLE).replace("/*data*/", &data).replace("/*script*/", SCRIPT))
}
