/** A game to sample from: a ruleset at a stage of its development. */
export interface Age {
  readonly ruleset: 'classic' | 'civ2civ3';
  /** Technologies everybody starts with. */
  readonly techs: number;
  /** Until here the server plays all seats, so that there are cities and neighbours. */
  readonly from: number;
  readonly gold: number;
}

const stages = [
  { techs: 0, from: 15, gold: 300 },
  { techs: 30, from: 25, gold: 1500 },
  { techs: 60, from: 30, gold: 4000 },
  { techs: 87, from: 35, gold: 9000 },
];

export const ages: readonly Age[] = stages.flatMap((stage) => [
  { ruleset: 'classic', ...stage },
  { ruleset: 'civ2civ3', ...stage },
]);
