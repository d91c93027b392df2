/** A game to sample from: a ruleset at a stage of its development. */
export interface Age {
  readonly ruleset: string;
  /** Path of the game server; that of FREECIV_SERVER or of the system without it. */
  readonly binary?: string;
  /** Technologies everybody starts with. */
  readonly techs: number;
  /** Until here the server plays all seats, so that there are cities and neighbours. */
  readonly from: number;
  readonly gold: number;
  /** Gold that each seat of ours is given every turn. */
  readonly allowance: number;
  /** Turns in which nothing is sampled yet, and cities are at work on a spaceship. */
  readonly head: number;
}

const stages = [
  { techs: 0, from: 15, gold: 300, allowance: 1500, head: 0 },
  { techs: 30, from: 25, gold: 1500, allowance: 1500, head: 0 },
  { techs: 60, from: 30, gold: 4000, allowance: 1500, head: 0 },
  // Parts of a spaceship are dear.
  { techs: 87, from: 35, gold: 9000, allowance: 50_000, head: 6 },
];

/** Every age of each ruleset. */
export const ages: readonly Age[] = stages.flatMap((stage) => [
  { ruleset: 'classic', ...stage },
  { ruleset: 'civ2civ3', ...stage },
]);

/** Rulesets for what those two do not know: policies, and every unit action of the protocol. */
export const elsewhere: readonly Age[] = [
  { ruleset: 'experimental', techs: 60, from: 30, gold: 4000, allowance: 1500, head: 0 },
  { ruleset: 'sandbox', techs: 87, from: 30, gold: 9000, allowance: 1500, head: 0 },
];
