//! One table of a fake: rows by key, the changes of one unit of work, and how the two meet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::providers::{Conflict, StorageError};

/// What no two rows may share, and what to answer where they would.
pub(super) struct Unique<V> {
    pub key: fn(&V) -> String,
    pub conflict: Conflict,
}

/// Rows as they were committed, beside the changes made since by one unit of work.
///
/// Cloning takes a snapshot and costs next to nothing.
#[derive(Debug)]
pub(super) struct Table<K, V: 'static> {
    committed: Arc<BTreeMap<K, Row<V>>>,
    /// How many commits there were: a row that is put back is newer than the one deleted before.
    commits: u64,
    /// `None` is a deleted row.
    changes: BTreeMap<K, Option<V>>,
    /// Rows which the changes rest on.
    required: BTreeSet<K>,
    uniques: &'static [Unique<V>],
}

#[derive(Debug, Clone)]
struct Row<V> {
    /// The number of the commit that wrote it.
    version: u64,
    value: V,
}

impl<V> std::fmt::Debug for Unique<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Unique({:?})", self.conflict)
    }
}

impl<K: Ord + Clone, V: Clone + 'static> Clone for Table<K, V> {
    fn clone(&self) -> Self {
        Self {
            committed: self.committed.clone(),
            commits: self.commits,
            changes: self.changes.clone(),
            required: self.required.clone(),
            uniques: self.uniques,
        }
    }
}

impl<K: Ord + Clone, V: Clone + 'static> Table<K, V> {
    /// An empty table whose rows differ in all of `uniques`.
    pub fn new(uniques: &'static [Unique<V>]) -> Self {
        Self {
            committed: Arc::default(),
            commits: 0,
            changes: BTreeMap::new(),
            required: BTreeSet::new(),
            uniques,
        }
    }

    /// The row of this key.
    pub fn get(&self, key: &K) -> Option<&V> {
        match self.changes.get(key) {
            Some(change) => change.as_ref(),
            None => self.committed.get(key).map(|row| &row.value),
        }
    }

    /// All rows, in no order that a caller may rely on.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let unchanged = self
            .committed
            .iter()
            .filter(|(key, _)| !self.changes.contains_key(key))
            .map(|(key, row)| (key, &row.value));
        let changed = self.changes.iter().filter_map(|(key, v)| v.as_ref().map(|v| (key, v)));
        unchanged.chain(changed)
    }

    /// The values of all rows, in no order that a caller may rely on.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Keeps `value` under `key`, whether or not a row was there.
    pub fn put(&mut self, key: K, value: V) -> Result<(), StorageError> {
        self.check_uniques(&key, &value)?;
        self.changes.insert(key, Some(value));
        Ok(())
    }

    /// Keeps `value` in place of the row under `key`.
    pub fn update(&mut self, key: K, value: V) -> Result<(), StorageError> {
        self.require(&key)?;
        self.put(key, value)
    }

    /// Forgets the row, if there is one.
    pub fn delete(&mut self, key: &K) {
        if self.get(key).is_some() {
            self.changes.insert(key.clone(), None);
        }
    }

    /// Forgets every row that `condemned` names.
    pub fn delete_where(&mut self, condemned: impl Fn(&K, &V) -> bool) {
        let keys: Vec<K> = self
            .iter()
            .filter(|(key, value)| condemned(key, value))
            .map(|(key, _)| key.clone())
            .collect();
        for key in &keys {
            self.delete(key);
        }
    }

    /// The row must be there, and still be when the unit of work commits.
    pub fn require(&mut self, key: &K) -> Result<(), StorageError> {
        self.check_present(key)?;
        self.required.insert(key.clone());
        Ok(())
    }

    /// Commits the changes of `work`, whose snapshot was taken earlier, to this table, which has
    /// no changes of its own.
    pub fn merge(&mut self, work: Self) -> Result<(), StorageError> {
        let version_in = |rows: &BTreeMap<K, Row<V>>, key: &K| rows.get(key).map(|r| r.version);
        for key in work.changes.keys() {
            if version_in(&self.committed, key) != version_in(&work.committed, key) {
                return Err(StorageError::Conflict(Conflict::Concurrent));
            }
        }
        for key in work.required.iter().filter(|key| !work.changes.contains_key(key)) {
            self.check_present(key)?;
        }
        self.changes = work.changes;
        for (key, change) in &self.changes {
            if let Some(value) = change {
                self.check_uniques(key, value)?;
            }
        }
        self.settle();
        Ok(())
    }

    /// Forgets every row that `condemned` names, of a table that has no changes, for good.
    pub fn purge(&mut self, condemned: impl Fn(&K, &V) -> bool) {
        self.delete_where(condemned);
        self.settle();
    }

    fn settle(&mut self) {
        if self.changes.is_empty() {
            return;
        }
        let rows = Arc::make_mut(&mut self.committed);
        self.commits += 1;
        let version = self.commits;
        for (key, change) in std::mem::take(&mut self.changes) {
            match change {
                Some(value) => rows.insert(key, Row { version, value }),
                None => rows.remove(&key),
            };
        }
    }

    fn check_present(&self, key: &K) -> Result<(), StorageError> {
        match self.get(key) {
            Some(_) => Ok(()),
            None => Err(StorageError::Conflict(Conflict::Concurrent)),
        }
    }

    fn check_uniques(&self, key: &K, value: &V) -> Result<(), StorageError> {
        for unique in self.uniques {
            let wanted = (unique.key)(value);
            let mut others = self.iter().filter(|(other, _)| *other != key);
            if others.any(|(_, other)| (unique.key)(other) == wanted) {
                return Err(StorageError::Conflict(unique.conflict));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
