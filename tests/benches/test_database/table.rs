//! The figures, as a person reads them.

use std::time::Duration;

/// Lines, and whether all targets are met.
#[derive(Default)]
pub struct Table {
    lines: Vec<String>,
    missed: usize,
}

impl Table {
    pub fn heading(&mut self, text: &str) {
        self.lines.push(format!("\n{text}"));
    }

    pub fn note(&mut self, text: &str) {
        self.lines.push(format!("    ({text})"));
    }

    /// A time, and how long it may be.
    pub fn row(&mut self, what: &str, time: Duration, target: Option<Duration>) {
        let verdict = target.map(|target| self.judge(time <= target, &told(target)));
        self.line(what, &told(time), verdict);
    }

    /// How many times as long one takes as another.
    pub fn ratio(&mut self, what: &str, one: Duration, other: Duration, target: f64) {
        let ratio = one.as_secs_f64() / other.as_secs_f64();
        let verdict = self.judge(ratio <= target, &format!("{target:.2}"));
        self.line(what, &format!("{ratio:.2}"), Some(verdict));
    }

    /// KiB, of few tests and of many; a tenth is noise.
    pub fn growth(&mut self, what: &str, few: u64, many: u64) {
        let verdict = self.judge(many * 10 <= few * 11, "no growth");
        let mib = |kib: u64| kib / 1024;
        self.line(what, &format!("{} -> {} MiB", mib(few), mib(many)), Some(verdict));
    }

    pub fn print(&self) {
        println!("{}", self.lines.join("\n"));
    }

    pub fn is_met(&self) -> bool {
        self.missed == 0
    }

    fn judge(&mut self, met: bool, target: &str) -> String {
        self.missed += usize::from(!met);
        format!("{} ({target})", if met { "met" } else { "MISSED" })
    }

    fn line(&mut self, what: &str, value: &str, verdict: Option<String>) {
        let verdict = verdict.unwrap_or_default();
        self.lines.push(format!("    {what:<52} {value:>16}   {verdict}").trim_end().to_owned());
    }
}

fn told(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{:.1} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}
