import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import {
  diplomacyEntry,
  hasRealEmbassy,
  livingPlayers,
  type Player,
} from '../../../proxy/rules/lookup/players.js';
import { knownTile, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { madeBy, type RealmBasis, type RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { isMilitaryType } from '../../../proxy/rules/units/unit-type.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { countsText, turnsText } from '../text-parts.js';
import { weightFrom, weightOf } from './line-parts.js';

type TreatyLine = Extract<CounselLine, { kind: 'treaty' }>;
type Ending = Pick<TreatyLine, 'text' | 'weight'> & Pick<TreatyLine['figures'], 'agreement' | 'turns'>;

/** Agreements that last longer are not spoken of. */
const MAX_TURNS = 5;
/** The least and greatest weight of a war: not all open cities fall. */
const MIN_WAR_WEIGHT = 10;
const MAX_WAR_WEIGHT = 30;

/** Agreements that end by themselves within a few turns and what follows: ceasefires, armistices and contacts. */
export function treatyCounsel(basis: RealmBasis, now: RealmTotals): readonly TreatyLine[] {
  const { world, player: me } = basis;
  return livingPlayers(world)
    .filter(({ playerno, barbarianType }) => playerno !== me && barbarianType === 'NOT_A_BARBARIAN')
    .flatMap((other) => {
      const found =
        ceasefire(basis, now, other) ?? armistice(world, me, now, other) ?? contact(world, me, other);
      if (found === undefined || found.turns > MAX_TURNS) return [];
      const { text, weight, agreement, turns } = found;
      return [
        { kind: 'treaty' as const, text, weight, figures: { player_id: other.playerno, agreement, turns } },
      ];
    })
    .sort((a, b) => a.figures.turns - b.figures.turns);
}

/** War comes of it: what is at stake is what undefended cities make. */
function ceasefire(
  { world, player: me, cities }: RealmBasis,
  now: RealmTotals,
  { playerno, name }: Player,
): Ending | undefined {
  const entry = diplomacyEntry(world, me, playerno);
  if (entry?.type !== 'DS_CEASEFIRE' || entry.turnsLeft <= 0) return undefined;
  const { turnsLeft: turns } = entry;
  const open = cities.filter(({ city }) => unitsOn(world, city.tile).length === 0);
  const made = open.reduce((sum, one) => sum + madeBy(cityEconomy(world, one)), 0);
  return {
    agreement: 'ceasefire',
    turns,
    text: `The ceasefire with ${nameText(name)} ends in ${turnsText(turns)} and is war again; a peace treaty before that keeps it`,
    weight: Math.min(MAX_WAR_WEIGHT, Math.max(MIN_WAR_WEIGHT, weightFrom(made, turns, now))),
  };
}

/** Peace comes of it: armies that then stand on the other's land are disbanded (freeciv: remove_illegal_armistice_units). */
function armistice(
  world: World,
  me: number,
  now: RealmTotals,
  { playerno, name }: Player,
): Ending | undefined {
  const entry = diplomacyEntry(world, me, playerno);
  if (entry?.type !== 'DS_ARMISTICE' || entry.turnsLeft <= 0) return undefined;
  const types = [...world.units.values()].flatMap(({ owner, tile, type }) => {
    const unitType = world.ruleset.unitTypes.get(type);
    const isAbroad = owner === me && knownTile(world, tile)?.owner === playerno;
    return isAbroad && unitType !== undefined && isMilitaryType(unitType) ? [unitType] : [];
  });
  if (types.length === 0) return undefined;
  const names = countsText(types.map((type) => wireNameOf(type) ?? 'unit'));
  return {
    agreement: 'armistice',
    turns: entry.turnsLeft,
    text: `In ${turnsText(entry.turnsLeft)} the armistice with ${nameText(name)} becomes peace: then ${names} on their land are disbanded`,
    weight: weightOf(
      types.reduce((sum, { buildCost }) => sum + buildCost, 0),
      now,
    ),
  };
}

/** Players without contact and without an embassy on either side can agree on nothing. */
function contact(world: World, me: number, { playerno, name }: Player): Ending | undefined {
  const turns = diplomacyEntry(world, me, playerno)?.contactTurnsLeft ?? 0;
  if (turns <= 0 || hasRealEmbassy(world, me, playerno) || hasRealEmbassy(world, playerno, me))
    return undefined;
  return {
    agreement: 'contact',
    turns,
    text: `Contact with ${nameText(name)} is lost in ${turnsText(turns)}, and treaties with it; exchanged embassies keep it, or units that meet again`,
    weight: 1,
  };
}
