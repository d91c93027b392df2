import { describe, expect, test } from 'vitest';
import { actions, actionsByAnyName } from '../../../proxy/actions/registry.js';
import { actionJsonSchema, anthropicTools, openAiTools } from '../../../proxy/actions/tool-definitions.js';

const all = [...actions.values()];

describe('what is derived from the registry', () => {
  test('no two actions answer to one name', () => {
    const names = all.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(names).toHaveLength(new Set(names).size);
    expect(actionsByAnyName.size).toBe(names.length);
  });

  test.each(all.map((action) => [action.name, action] as const))(
    '%s has a name, a line and a schema that models take',
    (name, action) => {
      expect(name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
      expect(action.doc).toMatch(/^[A-Z].*\.$/);
      expect(action.doc.length).toBeLessThan(200);
      const schema = actionJsonSchema(action);
      expect(schema).toMatchObject({ type: 'object', properties: expect.anything() });
      expect(JSON.stringify(schema)).not.toMatch(/\$schema|additionalProperties|9007199254740991/);
    },
  );

  test('tools are in the form each kind of API takes', () => {
    const rates = actions.get('player_rates');
    if (rates === undefined) throw new Error('no player_rates');
    const percent = { type: 'integer', minimum: 0, maximum: 100 };
    const schema = {
      type: 'object',
      properties: { tax: percent, luxury: percent, science: percent },
      required: ['tax', 'luxury', 'science'],
    };
    expect(openAiTools([rates])).toEqual([
      { type: 'function', function: { name: 'player_rates', description: rates.doc, parameters: schema } },
    ]);
    expect(anthropicTools([rates])).toEqual([
      { name: 'player_rates', description: rates.doc, input_schema: schema },
    ]);
  });
});
