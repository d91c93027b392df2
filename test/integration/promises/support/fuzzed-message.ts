/** Messages right and wrong, made from good ones by damage. Whether `isGood` is known for undamaged ones only. */
export interface FuzzedMessage {
  readonly text: string;
  readonly isGood: boolean;
}

const good = (agentId: string, id: string): readonly string[] => [
  `{"type":"state_query","agent_id":"${agentId}","timestamp":1.5,"correlation_id":"${id}","data":{"format":"full"}}`,
  `{"type":"action","correlation_id":"${id}","data":{"action_type":"unit_move","actor_id":4,"target":{"x":1,"y":2}}}`,
  '{"type":"state_query","format":"llm_optimized","include_legal_actions":true}',
  '{"type":"action","data":{"type":"unit_move","unit_id":4,"dest_x":1,"dest_y":2}}',
  '{"type":"ping","timestamp":1,"echo":{"deep":[[[]]]}}',
  '{"type":"llm_connect","data":{"api_token":"t","game_id":"g","capabilities":["move"],"game_config":{"players":3}}}',
];

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\\u0000',
  '\\ud800',
  'null',
  '1e999',
  '-0',
  '"__proto__":{},',
  '[[[[[[[[[[[[[[[[[[',
  '"type":',
  '\u{feff}',
  '\u{1f600}',
  '"data":5,',
  'a'.repeat(300),
];

/** One message of an agent out of endless many, by the numbers of `random`. */
export function fuzzedMessage(random: () => number, agentId: string, id: string): FuzzedMessage {
  const below = (count: number) => Math.floor(random() * count);
  const whole = good(agentId, id);
  let text = whole[below(whole.length)] ?? '';
  const damages = below(4);
  for (let damage = 0; damage < damages; damage++) {
    const at = below(text.length);
    const end = at + below(12);
    const piece = pieces[below(pieces.length)] ?? '';
    const kind = below(4);
    if (kind === 0) text = text.slice(0, at) + text.slice(end);
    else if (kind === 1) text = text.slice(0, at) + piece + text.slice(at);
    else if (kind === 2) text = text.slice(0, at) + String.fromCharCode(below(0xd7ff)) + text.slice(at + 1);
    else text = text.slice(0, end) + text.slice(at);
  }
  return { text, isGood: damages === 0 };
}
