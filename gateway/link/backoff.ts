/** A proxy that is restarted is there again in a second or two, and should be found at once. */
const QUICK_ATTEMPTS = 6;

/**
 * How long to wait before attempt number `attempt` (0 is the first after a loss): short at first, then exponential, with
 * full jitter so that many gateways do not come back at once. `random` gives [0, 1).
 */
export function backoffDelay(
  attempt: number,
  bounds: { readonly first: number; readonly most: number },
  random: () => number,
): number {
  const doublings = Math.min(Math.max(0, attempt - QUICK_ATTEMPTS + 1), 30);
  const ceiling = Math.min(bounds.most, bounds.first * 2 ** doublings);
  return random() * ceiling;
}
