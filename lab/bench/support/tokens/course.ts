/** An action as agents send it. */
export type Command = Readonly<Record<string, unknown>> & { readonly action_type: string };

/** The nation in figures, as both ways of playing learn of it. */
export interface Nation {
  readonly gold: number;
  /** Gold a turn. */
  readonly income: number;
  /** Per cent of trade. */
  readonly tax: number;
  readonly luxury: number;
  readonly science: number;
  /** By its rule name. */
  readonly government: string;
}

/** A city in which production can be bought. */
export interface BuyingCity {
  readonly id: number;
  readonly size: number;
  /** What it builds, by rule name. */
  readonly building: string;
  /** Turns until it is there; null: never. */
  readonly turns: number | null;
}

/** Cities that the player wants; the earlier game had 25 from turn 81 on. */
const CITIES_WANTED = 25;
/** From this many cities on each new one builds this many settlers. */
const SETTLERS_OF_CITY = [
  { from: 0, settlers: 2 },
  { from: 8, settlers: 1 },
  { from: 16, settlers: 0 },
] as const;
/** From this turn on no further settlers are built. */
const LAST_SETTLING_TURN = 75;
/** What each city builds when it can, and the technology that it needs. */
const LATER = {
  Workers: 'Pottery',
  Temple: 'Ceremonial Burial',
  Library: 'Writing',
  Marketplace: 'Currency',
  Aqueduct: 'Construction',
  University: 'University',
  Bank: 'Banking',
} as const;
/** The wonder of the first city, of the second. */
const WONDERS = { Colossus: 'Bronze Working', Oracle: 'Mysticism' } as const;
/** What is researched, in lists of what is planned ahead. */
const RESEARCH = [
  ['Bronze Working', 'Alphabet', 'Ceremonial Burial', 'Pottery', 'Writing', 'Currency'],
  ['Code of Laws', 'Literacy', 'The Republic', 'Trade', 'Mysticism', 'Masonry', 'Philosophy'],
  ['Map Making', 'Seafaring', 'Mathematics', 'Astronomy', 'Construction', 'University', 'Monarchy'],
  ['Banking', 'Medicine', 'Iron Working', 'Invention', 'Sanitation', 'Navigation', 'Physics'],
] as const;
const GOVERNMENT = 'Republic';
/** The highest rate in per cent under a government; 60 under any other. */
const MAX_RATES: Readonly<Record<string, number>> = { monarchy: 70, republic: 80 };
/** Gold from which something is bought, and gold that is kept. */
const BUYS_FROM_GOLD = 60;
const KEPT_GOLD = 20;
/** Turns between two purchases, between two changes of the rates, and between two looks at the map. */
const BUYING_TURNS = 4;
const RATES_TURNS = 5;
const MAP_TURNS = 10;

/**
 * What the player of the tokens bench wants: it founds about 25 cities, researches a list, builds one warriors, workers and
 * some buildings in each, two wonders, buys, becomes a republic and makes peace. It decides the same whatever shows it the
 * game; how things are asked and told is the affair of those who play by it.
 */
export class Course {
  /** Cities founded so far. */
  founded = 0;
  /** Whether settlers have found no site. */
  hasNoSites = false;
  #hasRevolted = false;
  #government = '';
  #boughtTurn = 0;
  #ratesTurn = 0;
  #mapTurn = -MAP_TURNS;
  readonly #defended = new Set<number>();

  /** What a city builds first, when it is the nth. */
  firstList(order: number): readonly string[] {
    const { settlers } = SETTLERS_OF_CITY.findLast(({ from }) => order >= from) ?? SETTLERS_OF_CITY[0];
    return ['Warriors', ...Array.from({ length: settlers }, () => 'Settlers')];
  }

  /** What every city builds after that, as soon as it can. */
  get laterList(): readonly string[] {
    return Object.keys(LATER);
  }

  /** The same for the nth city by a player that tells each city what it can build now: its wonder too. */
  listKnowing(order: number, isKnown: (tech: string) => boolean): readonly string[] {
    const wonder = this.wonder(order);
    const all = Object.entries({ ...LATER, ...WONDERS });
    return all.flatMap(([name, tech]) => {
      const isWanted = name in LATER || name === wonder;
      return isWanted && isKnown(tech) ? [name] : [];
    });
  }

  /** The wonder that the nth city builds. */
  wonder(order: number): string | undefined {
    return Object.keys(WONDERS)[order];
  }

  /** The technologies that are planned next, when this many lists are done. */
  research(listsDone: number): readonly string[] {
    return RESEARCH[listsDone] ?? [];
  }

  /** What a city builds that is out of work. */
  instead(turn: number): string {
    const settles = !this.hasNoSites && this.founded < CITIES_WANTED && turn < LAST_SETTLING_TURN;
    return settles ? 'Settlers' : 'Coinage';
  }

  /** What the lines about a turn ask for, in the words of the game: contact, treaties, a new form of government. */
  answersTo(lines: readonly string[]): readonly Command[] {
    const isProposed = lines.some((line) => line.startsWith('answer_treaty'));
    return lines.flatMap((line) => [
      ...(isProposed ? treatyAnswer(line) : contactOf(line)),
      ...this.#revolution(/(?:Learned|acquired?|gain) The Republic/u.test(line)),
    ]);
  }

  #revolution(isKnown: boolean): readonly Command[] {
    if (!isKnown || this.#hasRevolted) return [];
    this.#hasRevolted = true;
    return [{ action_type: 'player_government', target: GOVERNMENT }];
  }

  /** Other rates: more luxury in disorder, more taxes when gold runs out, most science under a new government. */
  rates(turn: number, nation: Nation, hasDisorder: boolean): readonly Command[] {
    const { gold, income, government } = nation;
    if (government === 'anarchy') return [];
    const isNew = government !== this.#government;
    if (!isNew && turn < this.#ratesTurn + RATES_TURNS) return [];
    this.#government = government;
    const isPoor = gold + RATES_TURNS * income < KEPT_GOLD;
    const max = MAX_RATES[government] ?? 60;
    const luxury = hasDisorder ? Math.min(40, nation.luxury + 20) : nation.luxury;
    const least = isPoor ? Math.min(max, nation.tax + 20) : nation.tax;
    const tax = isNew ? 100 - max : least;
    const science = Math.max(0, Math.min(max, 100 - tax - luxury));
    const rates = { tax: 100 - luxury - science, luxury, science };
    if (rates.tax === nation.tax && luxury === nation.luxury) return [];
    this.#ratesTurn = turn;
    return [{ action_type: 'player_rates', ...rates }];
  }

  /** Whether there is gold to buy something with. */
  hasMoney(turn: number, { gold }: Nation): boolean {
    return gold >= BUYS_FROM_GOLD && turn >= this.#boughtTurn + BUYING_TURNS;
  }

  /** The city in which production is bought: settlers first, then a building of the list that is long in coming. */
  purchase(cities: readonly BuyingCity[]): number | undefined {
    const wanted = ['settlers', ...this.laterList.slice(1).map((name) => name.toLowerCase())];
    const late = cities.filter(({ turns }) => (turns ?? Number.POSITIVE_INFINITY) > 2);
    const able = late.filter(({ building, size }) => building !== 'settlers' || size > 1);
    const [best] = wanted.flatMap((name) => able.filter(({ building }) => building === name));
    return best?.id;
  }

  /** Buys what a city builds, unless it costs gold that is kept. */
  buying(turn: number, { gold }: Nation, cityId: number, cost: number): readonly Command[] {
    if (cost > gold - KEPT_GOLD) return [];
    this.#boughtTurn = turn;
    return [{ action_type: 'city_buy', actor_id: cityId }];
  }

  /** Whether to look at the map now: every ten turns, and after an attack. */
  wantsMap(turn: number, isAttacked: boolean): boolean {
    if (turn < this.#mapTurn + (isAttacked ? MAP_TURNS / 2 : MAP_TURNS)) return false;
    this.#mapTurn = turn;
    return true;
  }

  /** Whether that city, which is threatened, gets one more defender. */
  wantsDefender(cityId: number): boolean {
    if (this.#defended.has(cityId)) return false;
    this.#defended.add(cityId);
    return true;
  }
}

/** The agent proposes a ceasefire to each player that it meets. */
function contactOf(line: string): readonly Command[] {
  const target = /made contact with the (.+?), ruled by/u.exec(line)?.[1];
  if (target === undefined) return [];
  return [
    { action_type: 'treaty_open', target },
    { action_type: 'treaty_add_clause', target, clause: 'ceasefire' },
    { action_type: 'treaty_accept', target },
    { action_type: 'treaty_cancel_meeting', target },
  ];
}

/** What is accepted costs nothing: pacts, embassies and gifts. */
function treatyAnswer(line: string): readonly Command[] {
  const offer = /^answer_treaty: .+ \(player (\d+)\) has accepted: (.+)$/u.exec(line);
  if (offer === null) return [];
  const [, player, terms = ''] = offer;
  const isFree = terms
    .split(', ')
    .every((term) => /^they give|^we give (?:ceasefire|peace|embassy)$/u.test(term));
  return [
    { action_type: isFree ? 'treaty_accept' : 'treaty_cancel_meeting', target: { id: Number(player) } },
  ];
}
