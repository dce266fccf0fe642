//! The providers of the domain on SQLite.
