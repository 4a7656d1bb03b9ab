//! Cache of a stage: its last result, with the inputs it was made from.

use std::{convert::Infallible, sync::Arc};

use kernel_pca::kpca::Tier;

/// Cache of the last result `V` of a stage, with the key `K` of its inputs.
#[derive(Debug)]
pub(super) struct Cache<K, V>(Option<(K, V)>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, V: Clone> Cache<K, V> {
    /// Returns true where the last result was made from an equal key.
    pub fn knows(&self, from: &K) -> bool {
        self.0.as_ref().is_some_and(|(known, _)| known == from)
    }

    /// Returns the last result with its key.
    pub fn last(&self) -> Option<&(K, V)> {
        self.0.as_ref()
    }

    /// Returns the key that `from` gives for the exact tier where its result is cached, and for `tier` otherwise.
    pub fn best(&self, from: impl Fn(Tier) -> K, tier: Tier) -> K {
        let exact = from(Tier::Exact);
        if self.knows(&exact) {
            exact
        } else {
            from(tier)
        }
    }

    /// Returns the last result if its key equals `from`; otherwise makes one by `make` and keeps it.
    ///
    /// # Errors
    /// The errors of `make`; the last result then stays.
    pub fn get<E>(&mut self, from: K, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        if let Some((known, result)) = &self.0
            && *known == from
        {
            return Ok(result.clone());
        }
        let result = make()?;
        self.0 = Some((from, result.clone()));
        Ok(result)
    }

    /// Returns what [`get`](Self::get) does, where `make` cannot fail.
    pub fn made(&mut self, from: K, make: impl FnOnce() -> V) -> V {
        let Ok(result) = self.get(from, || Ok::<_, Infallible>(make()));
        result
    }
}

/// Shared value that equals another only where both point to the same allocation: comparing contents would cost as much
/// as many stages, and unchanged values keep their pointer.
#[derive(Debug)]
pub(super) struct Same<T: ?Sized>(Arc<T>);

impl<T: ?Sized> Same<T> {
    pub fn as_in(shared: &Arc<T>) -> Self {
        Self(Arc::clone(shared))
    }

    pub fn shared(&self) -> &Arc<T> {
        &self.0
    }
}

impl<T: ?Sized> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        // Compares addresses of values without their method tables, which may differ.
        Arc::as_ptr(&self.0).cast::<()>() == Arc::as_ptr(&other.0).cast::<()>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_made_once_for_the_same_input_and_survives_a_failure() {
        let mut cached = Cache::default();
        let mut made = 0;
        let mut get = |from: i32| {
            cached.get(from, || {
                made += 1;
                if from < 0 { Err(from) } else { Ok(10 * from) }
            })
        };
        assert_eq!(
            [get(1), get(1), get(-1), get(1)],
            [Ok(10), Ok(10), Err(-1), Ok(10)]
        );
        assert_eq!(get(2), Ok(20));
        assert_eq!(made, 3);
    }

    #[test]
    fn equal_values_are_not_the_same_value() {
        let (a, b) = (Arc::new(1), Arc::new(1));
        assert_eq!(Same::as_in(&a), Same::as_in(&Arc::clone(&a)));
        assert!(Same::as_in(&a) != Same::as_in(&b));
    }
}
