/** One fight on the real server, and its forecast. */
export interface Fight {
  /** What was special: `open`, `fort`, `city`, `walls` ... */
  readonly kind: string;
  /** The forecast chance that the defender dies. */
  readonly chance: number;
  readonly won: boolean;
  readonly description: string;
}

/** How far the number of fights won is from the forecast, in standard deviations. */
export function deviation(fights: readonly Fight[]): number {
  const expected = fights.reduce((sum, { chance }) => sum + chance, 0);
  const variance = fights.reduce((sum, { chance }) => sum + chance * (1 - chance), 0);
  const won = fights.filter((fight) => fight.won).length;
  return variance === 0 ? 0 : (won - expected) / Math.sqrt(variance);
}

/** Fights that came out against odds that leave no doubt: there must be hardly any. */
export function wonders(fights: readonly Fight[]): readonly Fight[] {
  return fights.filter(({ chance, won }) => (won ? chance : 1 - chance) < HARDLY_EVER);
}

const HARDLY_EVER = 1e-7;

/** Fights by the forecast chance, in tenths. */
export function byChance(fights: readonly Fight[]): ReadonlyMap<string, readonly Fight[]> {
  return groups(fights, ({ chance }) => {
    const tenth = Math.min(9, Math.floor(chance * 10));
    return `${tenth * 10}-${tenth * 10 + 10} %`;
  });
}

/** Fights by what they have in common. */
export function groups(
  fights: readonly Fight[],
  keyOf: (fight: Fight) => string,
): ReadonlyMap<string, readonly Fight[]> {
  const found = new Map<string, Fight[]>();
  for (const fight of fights) found.set(keyOf(fight), [...(found.get(keyOf(fight)) ?? []), fight]);
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}
