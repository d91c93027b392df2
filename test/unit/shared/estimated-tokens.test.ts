import { expect, test } from 'vitest';
import { estimatedTokens } from '#shared/core/estimated-tokens.js';

test.each([
  ['', 0],
  [' \n', 0],
  ['gold', 1],
  ['research', 1],
  ['fortified', 2],
  ['the city of gold', 4],
])('a common word is a token for each 8 letters, spaces are none: "%s" is %i', (text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

test.each([
  ['city_id', 2],
  ['_name', 1],
  ['unit_type_ids', 3],
])('an underscore belongs to the word after it: %s is %i tokens', (text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

test.each([
  ['Rome', 1],
  ['USA', 1],
  ['Berlin', 2],
  ['XXSettlers', 3],
  ['NewYork', 2],
])('a name is a token for each 4 letters from a capital on: %s is %i', (text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

test.each([
  ['12', 1],
  ['123', 1],
  ['1234', 2],
  ['gold 12', 3],
  ['gold 123', 3],
])('digits are a token for each 3, and one for a space before them: "%s" is %i', (text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});

test.each([
  ['":"', 1],
  ['"}],', 2],
  ['{"x":[1,2]}', 7],
])('signs that follow each other are a token for each 3: %s is %i', (text, tokens) => {
  expect(estimatedTokens(text)).toBe(tokens);
});
