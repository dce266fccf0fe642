//! The words that demo data is made of. In a pattern, `{topic}` stands for one of [`TOPICS`], and
//! so on; see [`super::prose`].

pub const FIRST_NAMES: [&str; 48] = [
    "rosalind", "jocasta", "ada", "benoit", "chioma", "dmitri", "edda", "farid", "greta", "hiro",
    "ines", "jonah", "katya", "lars", "mirela", "nnamdi", "oona", "paolo", "quentin", "ruth",
    "soren", "tamsin", "ulla", "vikram", "wanda", "ximena", "yusuf", "zelda", "amara", "bruno",
    "celeste", "dorian", "esme", "felix", "gita", "henrik", "imani", "jules", "keiko", "leo",
    "maren", "nico", "odile", "priya", "rafael", "sanna", "tomas", "vera",
];

pub const LAST_NAMES: [&str; 48] = [
    "franklin", "abara", "lindqvist", "okafor", "moreau", "tanaka", "petrov", "haddad", "nielsen",
    "castillo", "novak", "byrne", "fischer", "mensah", "rossi", "virtanen", "sharma", "dubois",
    "keller", "ito", "santos", "werner", "kaya", "olsen", "marchetti", "quispe", "dvorak",
    "eriksen", "fontaine", "grau", "hassan", "ivanov", "jansen", "kimura", "laurent", "morgan",
    "nakagawa", "ortega", "pereira", "rahman", "schmidt", "thorne", "umarov", "vance", "weiss",
    "yilmaz", "zeman", "achebe",
];

pub const COLOURS: [&str; 12] = [
    "teal", "tomato", "orchid", "peru", "seagreen", "slateblue", "goldenrod", "indianred",
    "steelblue", "olive", "plum", "sienna",
];

pub const TRADES: [&str; 24] = [
    "Crystallographer", "Bridge inspector", "Night-shift nurse", "Piano tuner", "Cartographer",
    "Schoolteacher", "Retired ship's cook", "Beekeeper", "Translator", "Land surveyor",
    "Bicycle mechanic", "Archivist", "Weather observer", "Typesetter", "Orchard keeper",
    "Sound engineer", "Lock keeper", "Glassblower", "Statistician", "Train driver", "Bookbinder",
    "Marine biologist", "Stage carpenter", "Amateur astronomer",
];

pub const HABITS: [&str; 20] = [
    "Writes before breakfast.", "Walks everywhere.", "Keeps too many notebooks.",
    "Has opinions about coffee.", "Learning the accordion, slowly.", "Never finished a crossword.",
    "Mends things that nobody misses.", "Mostly here for the comments.", "Swims in cold water.",
    "Collects railway timetables.", "Still answers letters.", "Grows tomatoes on a balcony.",
    "Reads the footnotes first.", "Owns three umbrellas, none of them here.", "Bakes on Sundays.",
    "Believes in margins.", "Likes maps, gets lost.", "Counts birds.", "Talks to the sourdough.",
    "Looking for the other glove.",
];

pub const TAGS: [&str; 40] = [
    "science", "gardening", "history", "cooking", "travel", "craft", "music", "books",
    "photography", "walking", "weather", "mathematics", "maps", "radio", "repair", "bread",
    "language", "birds", "bicycles", "letters", "teaching", "railways", "tea", "sailing", "clocks",
    "printing", "astronomy", "chess", "knitting", "archives", "bridges", "tools", "memory",
    "rivers", "winter", "data", "paper", "measuring", "failure", "patience",
];

pub const TOPICS: [&str; 44] = [
    "helices", "tide tables", "sourdough", "pendulum clocks", "old maps", "dry-stone walls",
    "ferns", "marginal notes", "night trains", "lighthouses", "wooden boats", "prime numbers",
    "moss", "radio dramas", "the common swift", "ink", "rain gauges", "card indexes",
    "suspension bridges", "winter vegetables", "carrier pigeons", "lens grinding", "folk songs",
    "canal locks", "paper aeroplanes", "cloud atlases", "stage fright", "typewriters",
    "the postal system", "hand tools", "quilts", "star charts", "chess endgames", "beehives",
    "river stones", "field notes", "tea", "slide rules", "apprenticeships", "unfinished novels",
    "glass", "salt", "echoes", "garden sheds",
];

pub const CRAFTS: [&str; 28] = [
    "mending clocks", "keeping bees", "drawing maps", "reading old letters", "pruning pear trees",
    "measuring rainfall", "tuning pianos", "setting type", "grinding lenses", "counting swifts",
    "building a canoe", "learning Finnish", "baking with rye", "restoring a bicycle",
    "walking to work", "teaching fractions", "recording birdsong", "darning socks",
    "drying mushrooms", "writing by hand", "repairing radios", "playing second violin",
    "sketching bridges", "sorting an archive", "watching tides", "folding paper", "sailing badly",
    "growing beans",
];

pub const PEOPLE: [&str; 24] = [
    "my grandmother", "a retired surveyor", "our neighbour", "the woman at the ferry office",
    "a patient librarian", "my first teacher", "the man who sold me the tools", "an old friend",
    "somebody on the night train", "a ten-year-old", "the lock keeper", "my brother",
    "a stranger in the queue", "the choir master", "a visiting geologist", "the baker next door",
    "an apprentice", "my oldest colleague", "the museum's only guard", "a fellow beginner",
    "the ship's cook", "my landlady", "a sceptical reader", "the caretaker",
];

pub const PLACES: [&str; 24] = [
    "in Uppsala", "on the coast of Galicia", "behind the station", "in a borrowed shed",
    "under the bridge", "in the reading room", "on a balcony in Porto", "at the edge of the marsh",
    "in the old laundry", "on the night ferry", "above the bakery", "in Ljubljana", "by the weir",
    "in a village without a shop", "at the municipal archive", "on platform four", "in the attic",
    "on the island", "in a very small kitchen", "at the observatory", "between two rivers",
    "in Valparaiso", "in the school workshop", "at the harbour",
];

pub const TIMES: [&str; 20] = [
    "last winter", "one wet April", "before breakfast", "for eleven years", "on the third attempt",
    "after the flood", "in a single afternoon", "every second Tuesday", "during the long heat",
    "the year the clock stopped", "at five in the morning", "over three summers", "by accident",
    "when nobody was looking", "on my fortieth birthday", "between two jobs", "in the dark months",
    "the night before the exam", "once the snow had gone", "much too late",
];

pub const FINDINGS: [&str; 28] = [
    "small samples lie", "the second draft is the first honest one", "nobody reads the label",
    "most tools are too clever", "silence is part of the work", "the old way had reasons",
    "a good list is half the job", "water always finds the gap",
    "beginners ask the better questions", "cheap paper is expensive", "patience can be measured",
    "every map leaves something out", "the instructions were written by an optimist",
    "one good question outlives ten answers", "habits are stronger than plans",
    "the weather does not negotiate", "you can hear a mistake",
    "waste is only material in the wrong place", "the margin is where the thinking happens",
    "memory is a poor archive", "nothing dries as fast as you hope", "an error has a birthday",
    "the simplest instrument wins", "what is shared gets finished", "two measurements are a rumour",
    "repair teaches more than building", "the deadline was always imaginary",
    "doing it twice is cheaper than doing it perfectly",
];

pub const ADJECTIVES: [&str; 24] = [
    "stubborn", "quiet", "crooked", "generous", "half-finished", "unreasonable", "useful", "plain",
    "expensive", "forgotten", "patient", "noisy", "reliable", "accidental", "small", "handmade",
    "borrowed", "honest", "slow", "improbable", "overlooked", "sturdy", "seasonal", "elegant",
];

pub const TITLES: [&str; 24] = [
    "On {topic}", "What {topic} taught me about {craft}", "A short history of {topic}",
    "{topic} for the impatient", "Against {topic}", "In praise of {adjective} {topic}",
    "Notes on {craft}", "The trouble with {topic}", "How I began {craft}",
    "{craft}, and why {finding}", "{topic} {place}", "Everything I got wrong about {topic}",
    "{craft} {time}", "A year of {topic}", "Why {finding}", "{topic}, {topic} and {topic}",
    "The {adjective} art of {craft}", "Letters about {topic}", "Can {topic} be {adjective}?",
    "{finding}: a lesson from {topic}", "Two weeks of {craft} {place}", "An afternoon with {topic}",
    "The case for {adjective} {topic}", "{craft} with {person}",
];

pub const DESCRIPTIONS: [&str; 12] = [
    "What {person} told me about {topic}.", "Why {finding}, seen through {topic}.",
    "{craft} {place}, and what came of it.", "One {adjective} account of {craft}.",
    "Some {adjective} thoughts on {topic}, written {place}.",
    "How {person} and I ended up {craft}.", "It turns out that {finding}.",
    "For everybody who has tried {craft} and stopped.", "{topic}, as seen {place}.",
    "I tried {craft} {time}. Here is what happened.", "The {adjective} case for {topic}.",
    "In which {person} explains {topic}.",
];

pub const SENTENCES: [&str; 36] = [
    "It began {place}, {time}, with {person} and a question about {topic}.",
    "I had been {craft} for a while, and thought I knew that {finding}.",
    "There is something {adjective} about {topic} that photographs never show.",
    "{person} disagreed, of course.", "Nobody had warned me that {finding}.",
    "So I spent a week {craft}, which was {adjective} and not at all what I had planned.",
    "If you look closely at {topic}, you will see that {finding}.",
    "The {adjective} part is not {craft}; it is knowing when to stop.",
    "{time}, {person} showed me how it is done {place}.",
    "I wrote everything down, because {finding}.",
    "What I had taken for {topic} was only the {adjective} beginning of it.",
    "Ask {person} about {topic}, and bring a chair.", "Most books on {topic} leave this out.",
    "The first attempt was {adjective}, the second was worse.",
    "We compared it with {topic}, and the likeness was {adjective}.",
    "{craft} has a rhythm of its own, and it does not care about yours.",
    "You do not need much: one {adjective} table, some light, and time for {craft}.",
    "It was {person} who said it first: {finding}.",
    "Since then I have kept {topic} apart from {topic}.",
    "There are {adjective} reasons to begin with {topic} instead.",
    "I still have the notes that I made {place}.",
    "After {craft} {time}, the difference was plain.",
    "Perhaps that is why {topic} and {topic} are so often confused.",
    "One can learn a lot from {craft}, even {place}.",
    "The numbers were {adjective}: four good days out of nine.",
    "I asked {person}, who only laughed.", "For {topic} this matters more than for {topic}.",
    "My mistake was to believe that {topic} would wait.",
    "It rained, so we talked about {topic} until it stopped.", "And yet {finding}.",
    "Then {person} arrived with another {adjective} suggestion.",
    "Anybody who has tried {craft} knows the feeling.", "I would do it again, but not {time}.",
    "In the end {finding}, and I am glad of it.", "The rest is {craft}.",
    "Try it {place}, and tell me what you find.",
];

pub const HEADINGS: [&str; 12] = [
    "How it began", "What I found", "The {adjective} part", "A word on {topic}",
    "{craft}, step by step", "What {person} said", "Where it went wrong", "Why it matters",
    "Some {adjective} numbers", "Back {place}", "If you want to try", "Loose ends",
];

pub const COMMENTS: [&str; 24] = [
    "I did not expect to care about {topic}, and here I am.", "This is exactly how it went for me.",
    "Have you tried {craft}? It helps.", "{person} says the same. I never believed it.",
    "Thank you, this made my morning.", "I am not sure that {finding}, but it is a good story.",
    "More about {topic}, please!", "We had the same trouble {place}.",
    "Such {adjective} prose. I sent it to {person}.", "The part about {topic} is spot on.",
    "Could you say more about {craft}?", "I read this {place} and missed my stop.",
    "Counterpoint: {topic}.", "{time} I would have agreed.", "So true: {finding}.",
    "What became of {person}?", "I tried it {time}. It works.", "Wonderful. And {adjective}.",
    "You forgot {topic}.", "Now I want to begin {craft} as well.",
    "My copy has a coffee stain on the part about {topic}.", "Is there a second part?",
    "I keep coming back to this one.", "Nobody ever writes about {topic}. Finally.",
];
