import { beforeAll, describe, expect, test } from 'vitest';
import { opportunities } from '../../../features/advisor/optimized/opportunities.js';
import { type Site, settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { idleFounders } from '../../../features/advisor/settling/sites.js';
import { type Situation, situationOf } from '../../../features/advisor/situation.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { findPath } from '../../../proxy/rules/movement/path.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { type Recording, replay } from '../../support/recorded-world.js';

const recordings: readonly Recording[] = ['classic-6-ai-100-turns', 'classic-8-ai-150-turns'];

/** What each player of the recorded games sees when a turn that `isWanted` begins. */
function visit(isWanted: (turn: number) => boolean, look: (situation: Situation) => void): void {
  for (const recording of recordings) {
    let last = 0;
    replay(
      0,
      (world) => {
        const turn = world.game?.turn ?? 0;
        if (world.turn.phase !== 'movement' || turn === last || !isWanted(turn)) return true;
        last = turn;
        for (const { playerno, isAlive } of [...world.players.values()])
          if (isAlive) look(situationOf(seenBy(world, playerno)));
        return true;
      },
      recording,
    );
  }
}

function seenBy(world: World, player: number): World {
  return { ...world, seat: { ...world.seat, player, observer: false } };
}

/** The same, when the player knows no more than what it starts with (freeciv: init_vis_radius_sq). */
function atStart(world: World, player: number): World {
  const starts = [...world.units.values()].filter(({ owner }) => owner === player).map(({ tile }) => tile);
  const tiles = new VersionedTable<NonNullable<ReturnType<typeof knownTile>>>(world.version);
  for (const tile of world.tiles.values()) {
    const isKnown = starts.some((start) => world.map.squaredDistance(start, tile.tile) <= 5);
    tiles.set(tile.tile, isKnown ? tile : { ...tile, known: 'TILE_UNKNOWN' }, world.version);
  }
  return { ...seenBy(world, player), tiles };
}

const poorTerrains = ['forest', 'mountains', 'desert', 'swamp', 'jungle'];

/** Terrains and resources of the centres of the sites that a state shows. */
function shownCentres(
  situation: Situation,
): readonly { readonly terrain?: string | undefined; readonly resource?: string | undefined }[] {
  return opportunities(situation).flatMap(({ type, locations }) =>
    type === 'expansion' ? (locations ?? []) : [],
  );
}

function isPoor({
  terrain = '',
  resource,
}: {
  readonly terrain?: string | undefined;
  readonly resource?: string | undefined;
}): boolean {
  return poorTerrains.includes(terrain) && resource === undefined;
}

/** Turn changes until a unit can found a city at a tile. */
function turnsUntilThere(world: World, unit: Unit, tile: number): number | undefined {
  if (unit.tile === tile) return 0;
  const path = findPath(world, unit, tile);
  return path && path.turns + (path.movesLeft > 0 ? 0 : 1);
}

/** Turns until an idle founder can found a city at its site, as it is told and as its path takes them. */
interface Journey {
  readonly told: Site['founder'];
  readonly found: { readonly unitId: number; readonly turns: number | undefined };
}

/** What speaks against founding a city at each of the sites. */
function unsettleable({ world, me }: Situation, sites: readonly Site[]): readonly string[] {
  const least = world.game?.citymindist ?? 2;
  const cities = [...world.cities.values()].map(({ tile }) => tile);
  return sites.flatMap(({ tile }, index) => {
    const known = knownTile(world, tile);
    const terrain = wireNameOf(world.ruleset.terrains.get(known?.terrain ?? -1)) ?? 'unknown';
    const others = [...cities, ...sites.slice(0, index).map((one) => one.tile)];
    return [
      ...(/ocean|lake|glacier|unknown/.test(terrain) ? [`${tile} is ${terrain}`] : []),
      ...([me, 255].includes(known?.owner ?? -1) ? [] : [`${tile} is owned by ${known?.owner}`]),
      ...others
        .filter((other) => world.map.distance(tile, other) < least)
        .map((other) => `${tile} is too near to ${other}`),
    ];
  });
}

describe('sites for cities', () => {
  /** Of the sites in every tenth turn. */
  const [seen, journeys, shared] = [{ sites: 0, poor: 0, fed: 0 }, [] as Journey[], [] as number[]];
  const together: string[] = [];

  beforeAll(() => {
    visit(
      (turn) => turn % 10 === 1 || turn % 25 === 1,
      (situation) => {
        const { world } = situation;
        const { sites, plan } = settlingOutlook(situation);
        if (turnOf(world) % 25 === 1) together.push(...unsettleable(situation, sites));
        if (turnOf(world) % 10 !== 1) return;
        const centres = shownCentres(situation);
        seen.sites += centres.length;
        seen.poor += centres.filter(isPoor).length;
        seen.fed += sites.filter(({ city }) => city.centre[0] >= 2).length;
        shared.push(plan.size - new Set([...plan.values()].map(({ tile }) => tile)).size);
        for (const unit of idleFounders(situation)) {
          const site = plan.get(unit.id);
          if (site === undefined) continue;
          journeys.push({
            told: site.founder,
            found: { unitId: unit.id, turns: turnsUntilThere(world, unit, site.tile) },
          });
        }
      },
    );
  });

  test('a site has a centre to live on: few on forest, mountains, desert, swamp or jungle without resource', () => {
    const { sites, poor, fed } = seen;
    console.info(`${sites} sites, ${poor} with a poor centre; ${fed} centres feed their first citizen`);
    expect(sites).toBeGreaterThan(300);
    expect(poor / sites).toBeLessThan(0.08);
  });

  test('sites may be settled together: unclaimed land, citymindist apart from each other and all cities', () => {
    expect(together).toEqual([]);
  });

  test('there is one site for each idle founder that can reach one, in the turns that are told', () => {
    expect(journeys.length).toBeGreaterThan(20);
    expect(journeys.map(({ told }) => told)).toEqual(journeys.map(({ found }) => found));
    expect(shared).toEqual(shared.map(() => 0));
  });

  test('there are as many sites as settlers in the first turn, with nothing known but the start', () => {
    visit(
      (turn) => turn === 1,
      ({ world, me }) => {
        const situation = situationOf(atStart(world, me));
        const founders = idleFounders(situation);
        const { plan, sites, left } = settlingOutlook(situation);
        expect([...plan.keys()].sort()).toEqual(founders.map(({ id }) => id).sort());
        expect(sites.length).toBeGreaterThan(1);
        expect(left).toBeGreaterThanOrEqual(sites.length);
      },
    );
  });
});
