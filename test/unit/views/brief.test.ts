import { describe, expect, it } from 'vitest';
import { type PackedBrief, packedBriefSchema } from '#shared/protocol/state/brief.js';
import { briefView, onlyLists, packedBrief, wholeBrief } from '../../../features/advisor/brief/brief.js';
import { openDecisions, suddenReason } from '../../../features/advisor/brief/turn-end-reasons.js';
import { briefText } from '../../../features/texts/brief-text.js';
import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, worldWith } from '../../support/changed-world.js';
import { expectToFit } from '../../support/fits.js';
import { type Recording, replay, worldAtTurn } from '../../support/recorded-world.js';

function say(world: World, event: EventType, message: string): void {
  world.messages.add({ message, event, tile: -1, turn: 50, phase: 0, connId: 0 }, markChanged(world));
  commit(world);
}

/** The brief of what was said since. */
function briefSince(world: World, since: number) {
  return briefView(world, { since });
}

const listPlan: Plan = {
  ...{ kind: 'city_plan', id: 'city_plan-all', since: 1, cities: 'all', keepDefenders: 0 },
  ...{ list: [], given: {}, known: [] },
};

const survived =
  'Your green [l tgt="unit" id=506 name="Warriors" /] [id:506 D:1.5 lost 8 HP, 2 HP remaining] survived the pathetic ' +
  'attack from the Pirate green [l tgt="tile" x=2 y=1]Caravel[/l] [id:600 A:2.0 HP:20].';

it('the news in a brief is sorted by weight, without what cities build and how they grow', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  say(world, 'E_WORKLIST', 'Nesa is building Temple from the worklist.');
  say(world, 'E_CITY_MAY_SOON_GROW', 'Nesa may soon grow to size 3.');
  say(world, 'E_CITY_CANTBUILD', "Nesa can't build Settlers yet. (city size: 1, unit population cost: 1)");
  say(world, 'E_WONDER_BUILD', 'The Thai have finished building Colossus in Bangkok.');
  say(world, 'E_TREATY_BROKEN', 'Olof Palme canceled the diplomatic agreement!');
  say(world, 'E_FIRST_CONTACT', 'You have made contact with the Swedes, ruled by Olof Palme.');
  say(world, 'E_TECH_LEARNED', 'Learned Code of Laws.');
  say(world, 'E_UNIT_WIN_DEF', survived);
  say(world, 'E_CITY_LOST', 'Olof Palme conquered [l tgt="city" id=133 name="Moskva" /].');
  expect(briefSince(world, since).happened).toEqual([
    'Olof Palme conquered Moskva.',
    'Your green Warriors (506, 2 HP left) survived the pathetic attack from the Pirate green Caravel (600).',
    'Olof Palme canceled the diplomatic agreement!',
    'You have made contact with the Swedes, ruled by Olof Palme.',
    'Learned Code of Laws.',
    'The Thai have finished building Colossus in Bangkok.',
    "Nesa can't build Settlers yet. (city size: 1, unit population cost: 1)",
  ]);
});

it('the news in a brief has one line for a unit and says nothing twice', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  say(world, 'E_UNIT_WIN_DEF', survived);
  say(world, 'E_UNIT_WIN_DEF', survived.replace('lost 8', 'lost 1'));
  say(world, 'E_TECH_LEARNED', 'Learned Code of Laws.');
  say(world, 'E_TECH_LEARNED', 'Learned Code of Laws.');
  expect(briefSince(world, since).happened).toHaveLength(2);
});

it('the news in a brief tells of a wonder once, and without the marks of the server', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  say(world, 'E_WONDER_WILL_BE_BUILT', 'Notice: Wonder Colossus(W) in Bangkok will be finished next turn.');
  say(world, 'E_WONDER_WILL_BE_BUILT', 'Notice: Wonder Pyramids(W) in Nesa will be finished next turn.');
  const pyramids = 'Notice: Wonder Pyramids in Nesa will be finished next turn.';
  const colossus = 'Notice: Wonder Colossus in Bangkok will be finished next turn.';
  expect(briefSince(world, since).happened).toEqual([colossus, pyramids]);
  say(world, 'E_WONDER_BUILD', 'The Thai have finished building Colossus(B) in Bangkok.');
  const built = 'The Thai have finished building Colossus in Bangkok.';
  expect(briefSince(world, since).happened).toEqual([pyramids, built]);
});

it('the news in a brief leaves out what plans tell or see to: cities they founded, worklists they fill', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  const [city, other] = [...world.cities.values()];
  if (city === undefined || other === undefined) throw new Error('the recording has no cities');
  say(world, 'E_CITY_BUILD', `You have founded [l tgt="city" id=${city.id} name="${city.name}" /].`);
  say(world, 'E_CITY_BUILD', `You have founded [l tgt="city" id=${other.id} name="${other.name}" /].`);
  say(world, 'E_WORKLIST', `The ${city.name} worklist is now empty.`);
  say(world, 'E_WORKLIST', `${city.name} can't build Temple from the worklist. Purging.`);
  const told = `Settlers 7 founded ${city.name} (3, 4).`;
  const plansEnded = [{ sentence: told, city_id: city.id }];
  expect(briefView(world, { since, plansEnded, plans: [listPlan] }).happened).toEqual([
    told,
    `${city.name} can't build Temple from the worklist. Purging.`,
    `You have founded ${other.name}.`,
  ]);
  expect(briefView(world, { since }).happened).toHaveLength(4);
});

function sayDisorder(world: World, cities: number): void {
  for (let city = 0; city < cities; city += 1)
    say(
      world,
      'E_CITY_DISORDER',
      `Civil disorder in the city of Number ${city} in the far east of the land.`,
    );
}

it('the news in a brief is cut by whole lines, which are counted and can be asked for', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  sayDisorder(world, 60);
  const whole = briefSince(world, since);
  const { happened = [], more } = packedBrief(whole);
  expect(happened.length).toBeGreaterThan(3);
  expect(happened).toEqual(whole.happened.slice(0, happened.length));
  expect(happened.length + (more?.happened ?? 0)).toBe(60);
  expect(briefText(packedBrief(whole))).toMatch(
    new RegExp(`\nLeft out: happened ${more?.happened}, .+ \\(all: sections \\["happened"\\] of brief\\)$`),
  );
  expect(onlyLists(whole, ['happened']).happened).toHaveLength(60);
  expect(onlyLists(whole, ['happened']).decisions).toBeUndefined();
});

it('a brief of which some lists are read has these as the whole one, and nothing else is made', () => {
  const world = worldAtTurn(50);
  const since = 0;
  const whole = briefView(world, { since });
  for (const list of ['decisions', 'threats', 'counsel', 'advice'] as const) {
    const some = briefView(world, { since, lists: [list] });
    expect(some[list]).toEqual(whole[list]);
    expect([...some.decisions, ...some.threats, ...some.counsel, ...some.advice]).toEqual(whole[list]);
  }
  expect(briefView(world, { since, lists: ['happened'] }).happened).toEqual(whole.happened);
  expect(whole.advice.length * whole.counsel.length).toBeGreaterThan(0);
});

it('grave news comes first in a brief that is cut, which has at most three or six pieces of advice', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  sayDisorder(world, 60);
  say(world, 'E_DIPLOMACY', 'The diplomatic state between the Thai and the Swedes is now war.');
  const whole = briefSince(world, since);
  const war = 'The diplomatic state between the Thai and the Swedes is now war.';
  expect(whole.happened[0]).toBe(war);
  const crowded = {
    ...whole,
    decisions: Array.from({ length: 60 }, (_, index) => `choose_production: ${index}`),
  };
  expect(packedBrief(crowded, 1).happened?.[0]).toBe(war);
  const advice = Array.from({ length: 9 }, (_, id) => ({ do: { action_type: 'x', unit_id: id }, why: 'y' }));
  const quiet = { ...whole, happened: [], decisions: [], threats: [], counsel: [], advice };
  expect(packedBrief(quiet)).toMatchObject({ advice: advice.slice(0, 3), more: { advice: 6 } });
  const busy = { ...quiet, decisions: ['choose_production: Nesa 1'] };
  expect(packedBrief(busy)).toMatchObject({ advice: advice.slice(0, 6), more: { advice: 3 } });
});

it('slight threats are told and make no turn busy, others do', () => {
  const world = worldAtTurn(50);
  const whole = briefView(world, { since: world.messages.count });
  const advice = Array.from({ length: 9 }, (_, id) => ({ do: { action_type: 'x', unit_id: id }, why: 'y' }));
  const threats = ['Pollution lowers the yields'];
  const polluted = { ...whole, happened: [], decisions: [], counsel: [], threats, advice };
  expect(packedBrief(polluted, 0, false)).toMatchObject({ threats, advice: advice.slice(0, 3) });
  expect(packedBrief(polluted, 0, true)).toMatchObject({ threats, advice: advice.slice(0, 6) });
});

it.each([
  [40, 2, false],
  [60, 4, true],
])('in turn %i, with %i threats, one of them is more than slight: %s', (turn, count, isPressed) => {
  const whole = wholeBrief(worldAtTurn(turn), { since: 0, lists: ['threats'] });
  expect(whole.isPressed).toBe(isPressed);
  expect(whole.brief.threats).toHaveLength(count);
});

it('what needs a decision holds what the server chose by itself, as long as the city builds it', () => {
  const world = worldAtTurn(50);
  const city = [...world.cities.values()].find(
    ({ owner, detail }) => owner === 0 && detail?.productionKind === 'VUT_IMPROVEMENT',
  );
  const name = world.ruleset.improvements.get(city?.detail?.productionValue ?? -1)?.name ?? '';
  const since = world.messages.count;
  const link = `[l tgt="city" id=${city?.id} name="${city?.name}" /]`;
  const chosen = `choose_production: the server's advisor chose ${name} in ${city?.name} ${city?.id}`;
  say(world, 'E_IMP_AUTO', `${link} is building Something Else as suggested by the advisor.`);
  expect(briefSince(world, since).decisions).not.toContain(chosen);
  say(world, 'E_IMP_AUTO', `${link} is building ${name}(W) as suggested by the advisor.`);
  expect(briefSince(world, since).decisions).toContain(chosen);
  expect(openDecisions(world, { since }).map(({ why }) => why)).toContain('production');
  expect(briefSince(world, world.messages.count).decisions).not.toContain(chosen);
});

it('what needs a decision ends the passing of turns at once for losses and attacks, not for news', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  const known = new Set<string>();
  say(world, 'E_TECH_LEARNED', 'Learned Code of Laws.');
  expect(suddenReason(world, since, known)).toBeUndefined();
  say(world, 'E_HUT_BARB_CITY_NEAR', 'An abandoned village is here.');
  expect(suddenReason(world, since, known)).toBeUndefined();
  say(world, 'E_FIRST_CONTACT', 'You have made contact with the Swedes, ruled by Olof Palme.');
  expect(suddenReason(world, since, known)).toBe('contact');
  say(world, 'E_HUT_GOLD', 'You found 25 gold.');
  expect(suddenReason(world, since, known)).toBe('found');
  say(world, 'E_DIPLOMACY', 'The diplomatic state between the Thai and the Swedes is now war.');
  expect(suddenReason(world, since, known)).toBe('war');
  say(world, 'E_UNIT_WIN_DEF', survived);
  expect(suddenReason(world, since, known)).toBe('attacked');
  say(world, 'E_UNIT_LOST_DEF', 'Your Warriors lost to an attack.');
  expect(suddenReason(world, since, known)).toBe('lost');
});

it('the nation in a brief has a rank when the scores of all the living are known, and null before', () => {
  const world = worldAtTurn(50);
  const known = briefSince(world, 0).nation?.rank;
  expect(known).toBeGreaterThanOrEqual(1);
  const stranger = [...world.players.values()].find(({ playerno }) => playerno === 3);
  world.research.delete(3, markChanged(world));
  world.diplomacy.delete(3, markChanged(world));
  const me = world.players.get(0);
  if (me === undefined || stranger === undefined) throw new Error('the recording has no such players');
  world.players.set(0, { ...me, realEmbassy: me.realEmbassy.map(() => false) }, markChanged(world));
  commit(world);
  expect(briefSince(world, 0).nation?.rank).toBeNull();
});

it('a brief has contacts and villages of the time when the agent acted, and no answers to its actions', () => {
  const world = worldAtTurn(50);
  const saidSince = world.messages.count;
  say(world, 'E_FIRST_CONTACT', 'You have made contact with the Swedes, ruled by Olof Palme.');
  say(world, 'E_HUT_GOLD', 'You found 50 gold.');
  say(world, 'E_CARAVAN_ACTION', 'Your Caravan helps build the Colossus in Nesa (50 remaining).');
  const since = world.messages.count;
  const { brief, grave } = wholeBrief(world, { since, saidSince });
  expect(brief.happened).toEqual([
    'You found 50 gold.',
    'You have made contact with the Swedes, ruled by Olof Palme.',
  ]);
  expect(grave).toBe(2);
});

it('a brief has no line of guards that have come where they were sent, and one for a caravan that helped', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;
  const helped = 'Your Caravan helps build the Colossus in Nesa (50 remaining).';
  say(world, 'E_CARAVAN_ACTION', helped);
  const plansEnded = [
    { sentence: 'Phalanx 4 fortifies at Nesa (3, 4).' },
    { sentence: 'Caravan 5 has helped build in Nesa (3, 4).' },
    { sentence: 'Settlers 6 founded Ur (7, 8).' },
  ];
  expect(briefView(world, { since, plansEnded }).happened).toEqual(['Settlers 6 founded Ur (7, 8).', helped]);
});

it('what turns were passed until is the first decision of a brief', () => {
  const woke = ['buy: Temple in Nesa 5 for 30 gold (city_buy)'];
  const { decisions } = briefView(worldAtTurn(50), { since: 0, woke });
  expect(decisions[0]).toBe(woke[0]);
});

it('a brief of a game that is over begins with the final scores', () => {
  const world = worldAtTurn(50);
  const ranked = { winner: false, categoryNum: 0, categoryScore: [] };
  const own = world.seat.player ?? 0;
  const other = must([...world.players.values()].find(({ playerno }) => playerno !== own)).playerno;
  const over = worldWith(world, {
    finalRanking: [
      { ...ranked, playerId: own, score: 174, winner: true },
      { ...ranked, playerId: other, score: 107 },
    ],
  });
  const { brief, grave } = wholeBrief(over, { since: world.messages.count });
  expect(brief.happened[0]).toMatch(
    /^The game is over\. Final scores: \S+ \(you\) 174 \(winner\), \S+ 107\.$/,
  );
  expect(grave).toBe(1);
});

it('in a brief as text the advice to settle stands for the decision about the same settlers', () => {
  const decisions = [
    'settle: settlers 7 at (1, 2) can go to (3, 4)',
    'settle: settlers 8 at (1, 2) can go on',
  ];
  const advice = [{ do: { action_type: 'settle', unit_id: 7, x: 3, y: 4 }, why: 'a site' }];
  const text = briefText({ ...briefView(worldAtTurn(50), { since: 0 }), decisions, advice });
  expect(text).not.toContain('settlers 7');
  expect(text).toContain('settlers 8');
  expect(text).toContain('settle 7 3,4: a site');
});

it('the nation and the rest of a brief are readable as text', () => {
  const text = briefText(
    packedBrief(briefView(worldAtTurn(50), { since: 0, ended: { turns: 2, why: 'threat' } })),
  );
  expect(text).toMatch(/^Turn 50 \(\d+ BCE\); 2 turns passed, ended for: threat\.\nGold /u);
  expect(text).toContain('\nDecide:\n- ');
  expect(text).toContain('\nThreats:\n- ');
});

const recordings: readonly Recording[] = ['classic-6-ai-100-turns', 'classic-8-ai-150-turns'];
const LAST_TURN = 100;
/** Each turn takes some hundred milliseconds. */
const TURN_STEP = 5;

/** Calls `visit` as every fifth turn of a recorded game begins, up to turn 100. */
function atTurns(recording: Recording, visit: (world: World, turn: number) => void): void {
  let done = 0;
  replay(
    0,
    (world) => {
      const turn = world.game?.turn ?? 0;
      if (world.turn.phase !== 'movement' || turn === done || turn % TURN_STEP !== 0) return true;
      done = turn;
      visit(world, turn);
      return turn < LAST_TURN;
    },
    recording,
  );
  expect(done).toBe(LAST_TURN);
}

/** The brief of a player; on a hard turn after twelve attacks. */
function briefOf(world: World, player: number, isHard: boolean): PackedBrief {
  const { seat } = world;
  world.seat = { ...seat, player };
  const since = world.messages.count;
  for (let unit = 500; isHard && unit < 512; unit += 1)
    say(world, 'E_UNIT_WIN_DEF', survived.replaceAll('506', String(unit)));
  const brief = packedBrief(briefView(world, { since, ended: { turns: 1, why: 'turn' } }));
  world.seat = seat;
  return brief;
}

describe.each(recordings)('the game %s', (recording) => {
  it('a brief fits 500 tokens up to turn 100, 200 on a quiet turn; no line comes twice or is cut', async () => {
    const count = await tokenCounter();
    let quiet = 0;
    let advised = 0;
    atTurns(recording, (world, turn) => {
      const player = 2 * (turn % 3);
      const brief = briefOf(world, player, turn % (2 * TURN_STEP) === 0);
      const { happened = [], decisions = [], threats = [], counsel = [] } = brief;
      const lines = [...happened, ...decisions, ...threats, ...counsel];
      advised += counsel.length;
      expect(counsel.length, 'lines of counsel').toBeLessThanOrEqual(5);
      const isQuiet = decisions.length + threats.length === 0 && happened.length <= 3;
      if (isQuiet) quiet += 1;
      const what = `turn ${turn}, player ${player}`;
      expectToFit(packedBriefSchema, brief, what);
      const tokens = Math.max(count(JSON.stringify(brief)), count(briefText(brief)));
      expect(tokens, what).toBeLessThanOrEqual(isQuiet ? 200 : 500);
      expect(new Set(lines).size, what).toBe(lines.length);
      expect(lines.filter((line) => /…|\.\.\./u.test(line))).toEqual([]);
    });
    expect(quiet).toBeGreaterThan(0);
    expect(advised).toBeGreaterThan(0);
  });
});

describe('a brief of one moment', () => {
  const world = worldAtTurn(50);
  const since = world.messages.count;

  it('the first brief says what game it is, and no other', () => {
    const { game } = briefView(world, { since, isFirst: true });
    expect(game).toMatch(
      /^Map \d+x\d+, wraps from east to west\. 6 players.*; victory: score, conquest.*\. Score: 1 for each citizen, 2 for each technology, 5 for each great wonder\.$/u,
    );
    expect(briefText(packedBrief(briefView(world, { since, isFirst: true })))).toContain(game);
    expect(briefSince(world, since).game).toBeUndefined();
  });

  it('a brief lists own units when it is asked for them: place, home city, upkeep and what they do', () => {
    const { units = [] } = briefView(world, { since, lists: ['units'] });
    const own = [...world.units.values()].filter(({ owner }) => owner === world.seat.player);
    expect(units).toHaveLength(own.length);
    for (const { id, tile } of own) {
      const { x, y } = world.map.position(tile);
      const line = units.find((one) => one.includes(` ${id} `));
      expect(line).toContain(`(${x}, ${y})`);
      expect(line).toMatch(/, (?:home .+ \d+|no home)(?:, costs \d+ \w+(?: \d+ \w+)* a turn)?, .+$/u);
    }
    expect(briefSince(world, since).units).toBeUndefined();
  });
});
