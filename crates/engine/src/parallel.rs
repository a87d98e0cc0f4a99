//! Computation on all cores.

use rayon::prelude::*;
use std::sync::Mutex;

/// Computes a function of each item on all cores. Results are in the order of the items.
pub fn on_all_cores<T: Send, R: Send>(items: impl IntoIterator<Item = T>, compute: impl Fn(T) -> R + Sync) -> Vec<R> {
    let slots: Vec<Mutex<Slot<T, R>>> = items.into_iter().map(|item| Mutex::new(Slot::Open(item))).collect();
    run(slots.len(), &|at| {
        let mut slot = slots[at].lock().expect("each index is run once");
        if let Slot::Open(item) = std::mem::replace(&mut *slot, Slot::Taken) {
            *slot = Slot::Done(compute(item));
        }
    });
    let done = |slot: Mutex<Slot<T, R>>| match slot.into_inner() {
        Ok(Slot::Done(result)) => result,
        Ok(Slot::Open(_) | Slot::Taken) | Err(_) => unreachable!("each index is run, and a panic ends the whole run"),
    };
    slots.into_iter().map(done).collect()
}

/// State of an item.
enum Slot<T, R> {
    Open(T),
    Taken,
    Done(R),
}

/// Runs a task for every index below `count`. It has no type parameters, so that all callers share one compiled loop.
fn run(count: usize, task: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(task);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
        assert_eq!(on_all_cores(&items, String::len), items.iter().map(String::len).collect::<Vec<_>>());
        assert_eq!(on_all_cores(items.clone(), |item| item), items);
        assert!(on_all_cores(0..0, |number: usize| number).is_empty());
    }

    #[test]
    fn items_can_be_changed() {
        let mut items = vec![1, 2, 3];
        assert_eq!(on_all_cores(&mut items, |item| std::mem::replace(item, 2 * *item)), [1, 2, 3]);
        assert_eq!(items, [2, 4, 6]);
    }

    #[test]
    fn loops_may_be_nested() {
        let rows = on_all_cores(0..100, |row| on_all_cores(0..100, |column| 100 * row + column));
        assert_eq!(rows.concat(), (0..10_000).collect::<Vec<i32>>());
    }

    #[test]
    #[should_panic(expected = "the second")]
    fn a_panic_ends_the_run() {
        on_all_cores([1, 2, 3], |item| assert_ne!(item, 2, "the second"));
    }
}
