/** What a seat can tell of a fact; `unknown` when it depends on something the seat cannot see. */
export type Tristate = boolean | 'unknown';

/** The opposite; unknown stays unknown. */
export function not(truth: Tristate): Tristate {
  return truth === 'unknown' ? truth : !truth;
}

/** Whether one of the facts holds; facts after the first that holds are not asked for. */
export function anyOf<T>(items: Iterable<T>, holds: (item: T) => Tristate): Tristate {
  let result: Tristate = false;
  for (const item of items) {
    const truth = holds(item);
    if (truth === true) return true;
    if (truth === 'unknown') result = truth;
  }
  return result;
}

/** Whether all facts hold; facts after the first that does not are not asked for. */
export function allOf<T>(items: Iterable<T>, holds: (item: T) => Tristate): Tristate {
  let result: Tristate = true;
  for (const item of items) {
    const truth = holds(item);
    if (truth === false) return false;
    if (truth === 'unknown') result = truth;
  }
  return result;
}
