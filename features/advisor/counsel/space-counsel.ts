import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { nameText } from '../../../proxy/world/name-text.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { type LackingPart, type SpaceRace, spaceRace } from '../rules/space-race.js';
import { defendersOf, situationOf } from '../situation.js';
import { countText, turnsText } from '../text-parts.js';

type SpaceLine = Extract<CounselLine, { kind: 'space_race' }>;

/** The weight of the line by step. A spaceship wins the game: its launch and flight weigh more than the steps before. */
const WEIGHTS: Readonly<Record<SpaceRace['step'], number>> = {
  wonder: 30,
  parts: 50,
  launch: 100,
  flight: 90,
};

/** A line on the spaceship: what is missing, when it arrives, a rival's ship, and the capital with which it is lost. None if no ship arrives in time. */
export function spaceCounsel(world: World): readonly SpaceLine[] {
  const race = spaceRace(world);
  if (race === undefined || (!race.pays && race.step !== 'flight' && race.rival === undefined)) return [];
  const { step, lacking, shields, buildTurns, flightTurns, capital, rival } = race;
  const defenders = capital && defendersOf(situationOf(world), capital).length;
  const arrival = turnOf(world) + buildTurns + flightTurns;
  return [
    {
      kind: 'space_race',
      text: [textOf(world, race, arrival), ...rivalText(world, race), ...capitalText(race, defenders)].join(
        '; ',
      ),
      weight: WEIGHTS[step],
      figures: {
        step,
        lacking: lacking.map(({ part, count }) => ({ name: wireNameOf(part) ?? part.name, count })),
        shields,
        build_turns: buildTurns,
        flight_turns: flightTurns,
        arrival_turn: arrival,
        capital_id: capital?.id ?? null,
        defenders: defenders ?? 0,
        rival_turns: rival?.turns ?? null,
      },
    },
  ];
}

function textOf(world: World, race: SpaceRace, arrival: number): string {
  const { step, wonder, lacking, shields, makers, candidates, buildTurns, flightTurns } = race;
  const flight = `flies for ${turnsText(flightTurns)}`;
  switch (step) {
    case 'wonder':
      return `A spaceship wins the game: first ${displayName(wonder?.name ?? '')}, then ${partsText(lacking)} (${shields} shields in all); it ${flight} and arrives about turn ${arrival}`;
    case 'parts': {
      const places = makers.length > 0 ? countText(makers.length, 'city', 'cities') : 'no city';
      const needed = displayName([...candidates.values()][0]?.name ?? '');
      const where =
        needed === ''
          ? `${places} can build them`
          : `${places} can build them now, ${candidates.size} more with ${needed}`;
      return `The spaceship lacks ${partsText(lacking)} (${shields} shields, about ${turnsText(buildTurns)}; ${where}); then it ${flight} and arrives about turn ${arrival}: the game is won`;
    }
    case 'launch':
      return `The spaceship can be launched (success ${successOf(world)} %): it ${flight} and arrives at the end of turn ${arrival}, and the game is won; more parts make it no earlier`;
    case 'flight':
      return `The spaceship arrives at the end of turn ${arrival}${flightTurns === 0 ? '' : `, in ${turnsText(flightTurns)}`}: then the game is won`;
  }
}

function partsText(lacking: readonly LackingPart[]): string {
  return lacking.map(({ part, count }) => `${count} ${displayName(part.name)}`).join(', ');
}

function successOf(world: World): number {
  return Math.round(100 * (world.spaceships.get(world.seat.player ?? -1)?.successRate ?? 0));
}

function rivalText(world: World, { rival, buildTurns, flightTurns }: SpaceRace): readonly string[] {
  if (rival === undefined) return [];
  const who = nameText(world.players.get(rival.player)?.name ?? 'a rival');
  const isFirst = buildTurns + flightTurns < rival.turns;
  return [`the ship of ${who} arrives ${isFirst ? 'later' : 'earlier'}, in ${turnsText(rival.turns)}`];
}

/** The loss of the capital is the loss of the ship, also before the launch. */
function capitalText({ step, capital }: SpaceRace, defenders = 0): readonly string[] {
  if (step === 'wonder') return [];
  if (capital === undefined) return ['without a capital it cannot be launched'];
  return [`it is lost if ${nameText(capital.name)}, the capital, is captured (defenders: ${defenders})`];
}
