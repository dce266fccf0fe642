//! One use case, one list of scenarios, and every style of test double: who finds what?

mod scenarios;

fn main() {
    for scenario in scenarios::SCENARIOS {
        println!("{scenario}: test");
    }
}
