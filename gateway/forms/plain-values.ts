import type { JsonObject } from '#shared/core/json.js';

/** A tile as a model writes it where only a text fits, and as briefs write it: `19,2` or `(19, 2)`. */
const TILE = /^\(?\s*(-?\d{1,5})\s*,\s*(-?\d{1,5})\s*\)?$/;

/** The number of a unit, city or player, or of turns. */
const NUMBER = /^\d{1,9}$/;

/**
 * The fields of an action as the protocol has them, where a model wrote a tile or a number as a text: in definitions for MCP
 * clients `target`, `until` and the entries of `tiles` are texts.
 */
export function readPlainValues(fields: JsonObject): JsonObject {
  const { target, tiles, until } = fields;
  return {
    ...fields,
    ...(typeof target === 'string' && { target: numberOf(target) ?? tileOf(target) ?? target }),
    ...(typeof until === 'string' && { until: numberOf(until) ?? until }),
    ...(Array.isArray(tiles) && {
      tiles: tiles.map((tile: unknown) => (typeof tile === 'string' ? (tileOf(tile) ?? tile) : tile)),
    }),
  };
}

function tileOf(text: string): JsonObject | undefined {
  const [, x, y] = TILE.exec(text) ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}

function numberOf(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}
