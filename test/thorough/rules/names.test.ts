import { expect, test } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import { lookUpRules } from '../../../features/rules-lookup/rules-lookup.js';
import { actionFields } from '../../../proxy/actions/action-fields.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { actions } from '../../../proxy/actions/registry.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import {
  displayName,
  type Named,
  nationNames,
  resolveName,
  wireNameOf,
} from '../../../proxy/rules/lookup/names.js';
import type { World } from '../../../proxy/world/world.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';
import { rulesets } from '../../support/rulesets.js';

type Table = ReadonlyMap<number, Named & { readonly id: number }>;

/** All that agents name, by the kind of rules_query where it has one. */
function tablesOf({ ruleset }: World): Readonly<Record<string, Table>> {
  return {
    unit: ruleset.unitTypes,
    building: ruleset.improvements,
    tech: ruleset.techs,
    government: ruleset.governments,
    terrain: ruleset.terrains,
    extra: ruleset.extras,
    policy: ruleset.multipliers,
    nation: new Map(
      [...ruleset.nations.values()].map((nation) => [nation.id, { ...nationNames(nation), id: nation.id }]),
    ),
  };
}

/** A thing's names as agents read them: in states, in offers, as the ruleset has it. */
function spellingsOf(thing: Named): readonly string[] {
  const shown = displayName(thing.name);
  const names = [shown, displayName(thing.ruleName ?? shown), wireNameOf(thing) ?? shown];
  return [...new Set([...names, shown.toUpperCase(), shown.replaceAll(' ', '-')])];
}

/** Names under which no thing, or another one, is found; a name that two things share in print is the rule name of one. */
function misunderstood(table: Table): readonly string[] {
  const things = [...table.values()];
  return things.flatMap((thing) =>
    spellingsOf(thing).filter((text) => {
      const found = resolveName(things, text);
      if (found.ok && found.value.id === thing.id) return false;
      const isShared = things.filter(({ name }) => displayName(name) === displayName(thing.name)).length > 1;
      return !(found.ok && isShared && text !== wireNameOf(thing));
    }),
  );
}

/** Where an offer names something, the same offer with that name as people read it. */
function asPeopleReadIt(offer: Offer, things: readonly Named[]): Offer[] {
  const read = (text: unknown): string | undefined => {
    const thing = things.find((one) => wireNameOf(one) === text);
    const name = displayName(thing?.name ?? '');
    return thing === undefined || name === text ? undefined : name;
  };
  const renamed: Record<string, unknown> = {};
  for (const key of ['policy', 'sub_target', 'extra', 'value'] as const) {
    const name = read((offer as unknown as Readonly<Record<string, unknown>>)[key]);
    if (name !== undefined) renamed[key] = name;
  }
  const { target, items } = offer;
  if (target !== undefined && 'value' in target) {
    const value = read(target.value);
    if (value !== undefined) renamed.target = { value };
  }
  const names = items?.map((item) => read(item) ?? item);
  if (names !== undefined && names.join() !== items?.join()) renamed.items = names;
  return Object.keys(renamed).length === 0 ? [] : [{ ...offer, ...renamed }];
}

/** What would be sent for an offer; the refusal when it is not taken. */
async function sentFor(seat: Seat, offer: Offer): Promise<string> {
  const sent: unknown[] = [];
  let isPlanned = false;
  const port: ActionPort = {
    world: seat.world,
    request: (name, fields) => {
      if (!isPlanned) return seat.request(name, fields);
      sent.push([name, fields]);
      return Promise.resolve({ packets: [], messages: [] });
    },
  };
  const plan = await actions.get(offer.type)?.plan(port, actionFields({ ...offer }));
  if (plan?.ok !== true) return `refused: ${plan?.failure.message}`;
  isPlanned = true;
  await plan.value.send();
  return JSON.stringify(sent);
}

/** A city that may build much, so that there is much to be named. */
async function withCityAndTechs(game: PlayedGame): Promise<void> {
  const { seat } = game;
  const player = `find.player(${seat.world.seat.player})`;
  const last = Math.max(...[...seat.world.ruleset.techs.keys()]);
  await game.command(
    `lua cmd for round = 1, 4 do for i = 1, ${last}, 2 do edit.give_tech(${player}, find.tech_type(i), 0, false, "researched") end end`,
  );
  await game.command(
    `lua cmd for unit in ${player}:units_iterate() do if edit.create_city(${player}, unit.tile, "Named") then break end end`,
  );
  await game.nextTurn();
}

test.each(rulesets)(
  'each name shown in %s is taken by what takes such a name, and means the same thing',
  async (ruleset) => {
    await using game = await playGame({ ruleset, players: 2, commands: ['set size 1'] });
    await withCityAndTechs(game);
    const { seat } = game;
    for (const [kind, table] of Object.entries(tablesOf(seat.world))) {
      expect({ kind, misunderstood: misunderstood(table) }).toEqual({ kind, misunderstood: [] });
      if (kind === 'policy' || kind === 'nation') continue;
      const names = [...table.values()].flatMap(spellingsOf);
      expect(names.filter((name) => !lookUpRules(seat.world, { name }).ok)).toEqual([]);
    }
    const things = Object.values(tablesOf(seat.world)).flatMap((table) => [...table.values()]);
    const offers = await legalActions(seat);
    const pairs = offers.flatMap((offer) => asPeopleReadIt(offer, things).map((shown) => ({ offer, shown })));
    expect(pairs.length).toBeGreaterThan(40);
    const wrong: unknown[] = [];
    for (const { offer, shown } of pairs) {
      const [expected, actual] = [await sentFor(seat, offer), await sentFor(seat, shown)];
      if (actual !== expected || actual.startsWith('refused')) wrong.push({ shown, expected, actual });
    }
    expect(wrong).toEqual([]);
  },
);
