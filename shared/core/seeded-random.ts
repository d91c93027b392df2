const MODULUS = 2 ** 32;

/** Numbers in [0, 1), the same for the same seed: a linear congruential generator, good enough to choose moves and to draw samples. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / MODULUS;
  };
}
