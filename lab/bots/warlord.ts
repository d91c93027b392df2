import type { ActorOption } from '#shared/protocol/state/options.js';
import { AgentError, type Fields } from '../../agent/client.js';
import type { Bot, BotSeat } from './bot.js';
import { Obedient } from './obedient.js';
import { sendAll } from './send-all.js';
import {
  armingCities,
  armyOf,
  distance,
  nearest,
  nearestTarget,
  neighbours,
  type Place,
  readWar,
  type War,
  type WarCity,
  type WarUnit,
} from './war.js';

/** What is learned first: what makes a young realm grow, then what takes cities. */
const TECHS = [
  ...['Bronze Working', 'Alphabet', 'Currency', 'Iron Working', 'Mathematics', 'Writing', 'Trade'],
  ...['Philosophy', 'Monotheism', 'Feudalism', 'Chivalry', 'Sanitation', 'Metallurgy', 'Machine Tools'],
];
/** What takes cities, the best first. */
const ATTACKERS = [
  'Howitzer',
  'Artillery',
  'Cannon',
  'Knights',
  'Elephants',
  'Catapult',
  'Legion',
  'Horsemen',
];
/** Cities before there is an army: a small realm has nothing to win a war with. */
const MIN_CITIES = 4;
/** Units that go to war together. */
const MIN_ARMY = 4;
/** Units beside a city of whose defenders nothing is known, before they attack it. */
const MIN_STORM = 3;
/** An attack with less chance of success waits for others. */
const MIN_ODDS = 0.6;
/** Tiles beside the target to which a way is looked for. */
const MAX_TRIES = 3;

/**
 * Builds a realm by the advice of the brief, then an army, and takes the nearest city of a player that it is not at peace with, again and
 * again. It signs nothing.
 */
export class Warlord implements Bot {
  readonly #seat: BotSeat;
  readonly #obedient: Obedient;
  readonly #refused: string[] = [];
  #turns = 0;

  constructor(seat: BotSeat) {
    this.#seat = seat;
    this.#obedient = new Obedient(seat, new Set(['treaties', 'research']));
  }

  get refused(): readonly string[] {
    return [...this.#refused, ...this.#obedient.refused];
  }

  async turn(): Promise<void> {
    if (this.#turns === 0) await this.#send(STANDING);
    this.#turns += 1;
    await this.#obedient.turn();
    const war = await readWar(this.#seat);
    const target = nearestTarget(war);
    if (target === undefined || war.ownCities.length < MIN_CITIES) return;
    for (const city of armingCities(war)) await this.#arm(city);
    const army = armyOf(war);
    const besiegers = army.filter((unit) => distance(war, unit, target) <= 1).length;
    for (const unit of army) {
      const isBeside = distance(war, unit, target) === 1;
      if (await this.#attack(unit)) continue;
      if (isBeside && (target.occupied !== true || besiegers >= MIN_STORM)) await this.#storm(unit, target);
      else if (!isBeside) await this.#march(war, unit, target, army.length >= MIN_ARMY);
    }
  }

  endTurn(signal?: AbortSignal): Promise<boolean> {
    return this.#obedient.endTurn(signal);
  }

  /** Lets a city build the best attacker that it can; one that builds one already goes on. */
  async #arm({ id, production }: WarCity): Promise<void> {
    if (ATTACKERS.some((name) => name.toLowerCase() === production?.toLowerCase())) return;
    for (const value of ATTACKERS)
      if (await this.#act('city_production', { city_id: id, target: { value } })) return;
  }

  /** Attacks the units beside the unit, as long as it can and the odds are good. */
  async #attack({ id }: WarUnit): Promise<boolean> {
    const options = await this.#options(id);
    const attacks = options.filter(({ action }) => action === 'unit_attack');
    const [best] = attacks.toSorted((a, b) => leastOdds(b) - leastOdds(a));
    if (best === undefined || leastOdds(best) < MIN_ODDS) return false;
    return this.#act('unit_attack', { unit_id: id, target: best.target });
  }

  /** What the unit can attack; nothing when it is gone. */
  async #options(id: number): Promise<readonly ActorOption[]> {
    try {
      return (
        (await this.#seat.state({ format: 'options', actor_id: id, sections: ['unit_attack'] })).options ?? []
      );
    } catch (error) {
      if (error instanceof AgentError) return [];
      throw error;
    }
  }

  /** Against the city itself: into it when it has no defender. */
  #storm({ id }: WarUnit, { x, y }: Place): Promise<boolean> {
    return this.#act('unit_attack', { unit_id: id, target: { x, y } });
  }

  /** Beside the target with the army; before there is one, to the own city that is nearest to it. */
  async #march(war: War, unit: WarUnit, target: WarCity, isArmy: boolean): Promise<void> {
    const camp = nearest(war, target, war.ownCities);
    if (!isArmy) {
      if (camp !== undefined && distance(war, unit, camp) > 0) await this.#move(unit, camp);
      return;
    }
    const beside = neighbours(war, target).toSorted(
      (a, b) => distance(war, unit, a) - distance(war, unit, b),
    );
    for (const place of beside.slice(0, MAX_TRIES)) if (await this.#move(unit, place)) return;
  }

  #move({ id }: WarUnit, { x, y }: Place): Promise<boolean> {
    return this.#act('unit_move', { unit_id: id, target: { x, y } });
  }

  /** Whether it was done; a try that is refused costs nothing. */
  async #act(type: string, fields: Fields): Promise<boolean> {
    try {
      return (await this.#seat.act(type, fields)).outcome === 'applied';
    } catch (error) {
      if (error instanceof AgentError) return false;
      throw error;
    }
  }

  async #send(actions: readonly Fields[]): Promise<void> {
    this.#refused.push(...(await sendAll(this.#seat, actions)));
  }
}

/** What goes on by itself from the first turn on. */
const STANDING: readonly Fields[] = [
  { action_type: 'research_queue', techs: TECHS },
  { action_type: 'plan_defaults', new_workers: 'auto', explorers_end: 'sentry' },
];

/** The least chance of success; 0 where it is not known. */
function leastOdds({ odds }: ActorOption): number {
  return odds?.[0] ?? 0;
}
