import { expect, test } from 'vitest';
import { generatedRules } from '../../../features/rulesets/generated-rules.js';
import { ordinaryThings, readRulesetFiles } from '../../../features/rulesets/ordinary-rules.js';
import { registryEntries, tableOf, withEdits } from '../../../features/rulesets/registry-file.js';
import { smallRuleset } from './support/small-ruleset.js';

const SEED = 5;
const made = generatedRules(smallRuleset, SEED);
const text = (file: string) => made.get(file) ?? '';

/** The new name of each section. */
const names = new Map(
  ordinaryThings(readRulesetFiles(made)).map(({ section, name }) => [section.split('_')[1], name]),
);

test('no ordinary name is left in a generated ruleset but in comments and of what is not renamed', () => {
  const ordinary = ordinaryThings(readRulesetFiles(smallRuleset));
  const left = [...made].flatMap(([file, content]) =>
    ordinary
      .filter(({ name }) => content.replace(/^ *;.*$/gm, '').includes(`"${name}"`))
      .map(({ name }) => `${file} ${name}`),
  );
  // An extra may have the name of a technology, and a label of the map that of a terrain.
  expect(left).toEqual(['game.ruleset Road', 'script.lua Meadow']);
});

test('a generated ruleset refers to each thing by its new name', () => {
  expect(text('units.ruleset')).toContain(`tech_req = "${names.get('fire')}"`);
  expect(text('units.ruleset')).toContain(`obsolete_by = "${names.get('chariot')}"`);
  expect(text('units.ruleset')).toContain(`"Tech", "${names.get('cart')}", "Player"`);
  expect(text('buildings.ruleset')).toContain(`"Building", "${names.get('hall')}", "City"`);
  expect(text('buildings.ruleset')).toContain(`"Terrain", "${names.get('meadow')}", "Adjacent"`);
  expect(text('buildings.ruleset')).toContain(`"Tech", "${names.get('road')}", "Player"`);
  expect(text('game.ruleset')).toContain(`"tech", "${names.get('fire')}", "Player", TRUE`);
  expect(text('game.ruleset')).toContain(`"Gov", "${names.get('council')}", "Player", FALSE`);
  expect(text('game.ruleset')).toContain(`global_init_buildings = "${names.get('hall')}"`);
  expect(text('governments.ruleset')).toContain(`during_revolution = "${names.get('council')}"`);
  expect(text('terrain.ruleset')).toContain(`transform_result = "${names.get('meadow')}"`);
  expect(text('script.lua')).toContain(`tname == "${names.get('meadow')}"`);
});

test('texts that tell the ordinary rules are not in a generated ruleset', () => {
  expect(text('techs.ruleset')).toContain('helptext = ""');
  expect(text('units.ruleset')).toContain('_("Fast"), ""\n    _("Slow")\n');
  expect(text('governments.ruleset')).toContain('ruler_male_title = "Ruler %s"');
  expect(text('game.ruleset')).toContain('name = "Generated ruleset"');
  expect(text('game.ruleset')).toContain('description = ""');
});

test('what a generated ruleset does not change stays as it is, comments too', () => {
  expect(text('techs.ruleset')).toContain('; a comment with "Fire" in it\n');
  expect(text('techs.ruleset')).toContain('; needs wheels\n');
  expect(text('units.ruleset')).toContain('name = _("?unitclass:Land")\n');
  expect(text('techs.ruleset')).toContain('req1 = "Never"\nreq2 = "Never"\n');
  expect(text('buildings.ruleset')).toContain('genus = "Special"\nbuild_cost = 0\n');
});

test('the format of rulesets is read: tables, lists, texts over lines; what is none is named by its line', () => {
  const source =
    'x = 1 ; c\n[a]\nlist = "b",\n  "c"\nt = { "k", "v"\n "1", _("x\\\ny")\n "2"\n}\n*include "d"\n';
  const [, list, table] = registryEntries(source);
  expect(list?.tokens.map(({ text: token }) => token)).toEqual(['b', ',', 'c']);
  expect(table && tableOf(table)?.rows.map((row) => row.map(({ text: cell }) => cell))).toEqual([
    ['1', 'x\\\ny'],
    ['2'],
  ]);
  expect(withEdits(source, [])).toBe(source);
  expect(() => registryEntries('a = 1\nb = "open')).toThrow('line 2');
});
