/**
 * How long to wait before attempt number `attempt` (0 is the first after a loss): exponential, with full jitter
 * so that many gateways do not come back at once. `random` gives [0, 1).
 */
export function backoffDelay(
  attempt: number,
  bounds: { readonly first: number; readonly most: number },
  random: () => number,
): number {
  const ceiling = Math.min(bounds.most, bounds.first * 2 ** Math.min(attempt, 30));
  return random() * ceiling;
}
