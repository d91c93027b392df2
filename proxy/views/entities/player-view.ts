import type { Knowledge, PlayerView, RelationView, SpaceshipView } from '#shared/protocol/state/player.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { nationOf } from '../../orders/descriptions.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { type Player, researchOf } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';
import { haveContact, relations } from './relations.js';
import { knownTechs, researchedTech } from './research-view.js';
import { hexColor, plainName } from './wire-values.js';

const knowledgeRank: Record<Knowledge, number> = { none: 0, contact: 1, embassy: 2, own: 3 };
/** Maximum of an AI's attitude on the server's scale (freeciv: MAX_AI_LOVE). */
const MAX_LOVE = 1000;

/** How much this seat knows of a player: all of oneself, what an embassy shows, what contact shows, or its name alone. */
export function knowledgeOf(world: World, player: Player): Knowledge {
  const me = world.seat.player;
  if (me === player.playerno || me === undefined) return 'own';
  const embassy = world.players.get(me)?.realEmbassy[player.playerno] === true;
  if (embassy || researchOf(world, player.playerno) !== undefined) return 'embassy';
  return haveContact(world, me, player.playerno) ? 'contact' : 'none';
}

/** A player as this seat knows it; what is not known is null. */
export function playerView(world: World, player: Player): PlayerView {
  const knowledge = knowledgeOf(world, player);
  const atLeast = (level: Knowledge) => knowledgeRank[knowledge] >= knowledgeRank[level];
  const spaceship = spaceshipView(world.spaceships.get(player.playerno));
  return {
    id: player.playerno,
    name: player.name,
    nation: nationOf(world, player.playerno, 'unknown'),
    known_by: knowledge,
    embassy: atLeast('embassy'),
    is_alive: player.isAlive,
    ...aiView(world, player),
    team: player.team,
    score: atLeast('contact') ? player.score : null,
    gold: atLeast('contact') ? player.gold : null,
    ...governmentView(world, player, atLeast),
    rates: atLeast('embassy') ? { tax: player.tax, luxury: player.luxury, science: player.science } : null,
    ...techView(world, player, atLeast('embassy')),
    culture: atLeast('embassy') ? (player.culture32 ?? player.culture16 ?? 0) : null,
    wonders: wonders(world, player),
    phase_done: player.phaseDone,
    diplomatic_relations: knownRelations(world, player.playerno, atLeast('contact')),
    spaceship,
    color: player.colorValid ? hexColor(player) : null,
  };
}

/** Of players we have no contact with the server sends war with everybody: only the relation with us is true. */
function knownRelations(world: World, player: number, known: boolean): readonly RelationView[] {
  const all = relations(world, player);
  return known ? all : all.filter(({ player_id }) => player_id === world.seat.player);
}

function aiView(world: World, player: Player) {
  const me = world.seat.player;
  const isAi = player.flags.has('PLRF_AI');
  const barbarian = player.barbarianType !== 'NOT_A_BARBARIAN';
  const regards = isAi && !barbarian && me !== undefined && me !== player.playerno;
  return {
    is_ai: isAi,
    ai_skill: isAi ? plainName(player.aiSkillLevel, 'AI_LEVEL_') : undefined,
    barbarian: barbarian ? player.barbarianType.toLowerCase() : undefined,
    attitude: regards ? Math.round(((player.love[me] ?? 0) * 100) / MAX_LOVE) : undefined,
  };
}

function governmentView(world: World, player: Player, atLeast: (level: Knowledge) => boolean) {
  const known = atLeast('contact');
  const target = known ? wireNameOf(world.ruleset.governments.get(player.targetGovernment)) : null;
  const changing = target !== null && player.targetGovernment !== player.government;
  return {
    government: known ? wireNameOf(world.ruleset.governments.get(player.government)) : null,
    target_government: changing ? target : undefined,
    revolution_ends_turn:
      atLeast('embassy') && player.revolutionFinishes > 0 ? player.revolutionFinishes : undefined,
  };
}

function techView(world: World, player: Player, known: boolean) {
  const research = known ? researchOf(world, player.playerno) : undefined;
  if (research === undefined) return { techs: null, researching: null };
  return {
    techs: knownTechs(world, research),
    researching: researchedTech(world, research),
  };
}

function wonders(world: World, player: Player): PlayerView['wonders'] {
  const built: { name: string; city_id: number }[] = [];
  for (const [id, improvement] of world.ruleset.improvements) {
    const city = player.wonders[id] ?? 0;
    const name = improvement.genus === 'IG_GREAT_WONDER' ? wireNameOf(improvement) : null;
    if (city > 0 && name !== null) built.push({ name, city_id: city });
  }
  return built;
}

/** A spaceship; undefined while the player has none. */
function spaceshipView(ship: PacketFields['spaceship_info'] | undefined): SpaceshipView | undefined {
  if (ship === undefined || ship.sshipState === 'SSHIP_NONE') return undefined;
  const launched = ship.launchYear32 ?? ship.launchYear16 ?? 0;
  return {
    state: plainName(ship.sshipState, 'SSHIP_'),
    structurals: ship.structurals,
    components: ship.components,
    modules: ship.modules,
    success_rate: ship.successRate,
    travel_time: ship.travelTime,
    arrival_year: ship.sshipState === 'SSHIP_STARTED' ? undefined : Math.floor(launched + ship.travelTime),
  };
}
