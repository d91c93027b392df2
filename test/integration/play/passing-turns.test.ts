import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { TurnWaiter } from '../../../proxy/api/requests/turn-waits.js';
import { type Stack, startStack } from '../../support/stack.js';

describe('end_turn with until', () => {
  let stack: Stack;
  let agent: AgentConnection;

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('passer');
    const game_config = { players: 3, seeds: { game: 7, map: 7 } };
    await agent.connect({ api_token: stack.token, game_id: 'passing', game_config });
    await agent.state({ format: 'llm_optimized' });
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  test('an end_turn with until is answered when the next turn has come, with its brief', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const { success, result, version } = await agent.act('end_turn', { until: 'turn' });
    expect(success).toBe(true);
    expect(result.state_change).toEqual({ turn_ended: turn });
    expect(result.brief).toMatchObject({ turn: turn + 1, version, ended: { turns: 1, why: 'turn' } });
    expect(await agent.state({ format: 'brief' })).toMatchObject({ turn: turn + 1 });
  });

  test('an end_turn with a state is answered by that of the next turn; with until by the brief, too', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const sections = ['units', 'legal_actions'];
    const query = { format: 'full', sections, legal_actions: 'list', max_legal_actions: 5 };
    const { result, version } = await agent.act('end_turn', { state: query });
    expect(result.state).toMatchObject({
      format: 'full',
      data: { turn: turn + 1, version, units: expect.any(Array) },
    });
    expect(result.state?.data.legal_actions).toHaveLength(5);
    expect(result).toMatchObject({ ended: { turns: 1, why: 'turn' } });
    expect(result).not.toHaveProperty('brief');
    const both = await agent.act('end_turn', { until: 'turn', state: { format: 'delta' } });
    expect(both.result).toMatchObject({
      brief: { turn: turn + 2 },
      state: { format: 'delta', data: { turn: turn + 2, since_version: version } },
    });
    const passed = await agent.push('turn_start', (data) => data.turn === turn + 2);
    expect(passed).not.toHaveProperty('digest');
  });

  test('a turn is played in one request: its actions, its end, and the state of the next', async () => {
    const { turn, units } = await agent.state();
    const [scout] = units.filter(({ owner, type }) => owner === 0 && type === 'explorer');
    const actions = [
      { action_type: 'unit_sentry', actor_id: scout?.id },
      { action_type: 'unit_sentry', actor_id: 64_999 },
    ];
    const query = { format: 'llm_optimized', include_legal_actions: true } as const;
    const { verdicts, ended, state } = await agent.playTurn(actions, query);
    expect(verdicts).toMatchObject([
      { success: true },
      { error: { code: 'E130' } },
      { action_type: 'end_turn', success: true },
    ]);
    expect(ended).toEqual({ turns: 1, why: 'turn' });
    expect(state?.turn).toBe(turn + 1);
    expect(state?.legal_actions.length).toBeGreaterThan(0);
    const answer = await agent.request('action', {
      action_type: 'end_turn',
      verbosity: 'compact',
      state: { format: 'digest' },
    });
    expect(answer).toMatchObject({ ok: true, state: { data: { turn: turn + 2 } }, ended: { turns: 1 } });
  });

  test('a wrong state is refused before the turn ends, an unknown section is named in a warning', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const wrong = agent.act('end_turn', { state: { format: 'everything' } });
    await expect(wrong).rejects.toMatchObject({ code: 'E130' });
    expect(await agent.state({ format: 'llm_optimized', sections: [] })).toMatchObject({ turn });
    const { success, warnings, result } = await agent.act('end_turn', {
      state: { format: 'full', sections: ['villages'] },
    });
    expect(success).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('villages')]);
    expect(result).not.toHaveProperty('state');
    const misspelt = await agent.act('end_turn', { state: { fromat: 'full' } });
    expect(misspelt.warnings).toEqual(['state has no field fromat; did you mean format?']);
  });

  test('only the last action of a batch may ask for a state, and one that is repeated is answered without it', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const end = { action_type: 'end_turn', state: { format: 'digest' } };
    const both = agent.request('action_batch', { actions: [end, end] });
    await expect(both).rejects.toMatchObject({ code: 'E105', details: { path: 'data.actions.0.state' } });
    const ask = () => agent.request('action_batch', { actions: [end] }, { correlationId: `end-${turn}` });
    const first = await ask();
    const again = await ask();
    expect(first.results).toMatchObject([{ result: { state: { data: { turn: turn + 1 } } } }]);
    expect(again.results).toMatchObject([{ result: { ended: { turns: 1 } } }]);
    expect(JSON.stringify(again)).not.toContain('state_response');
  });

  test('an end_turn with until has the digest in its answer alone; notes that are due are still told', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    await agent.request('notes', { add: [{ text: 'look at the harbour', due_turn: turn + 1 }] });
    await agent.act('end_turn', { until: 'turn' });
    const passed = await agent.push('turn_start', (data) => data.turn === turn + 1);
    expect(passed).not.toHaveProperty('digest');
    expect(passed.notes_due).toMatchObject([{ text: 'look at the harbour' }]);
    await agent.act('end_turn');
    const told = await agent.push('turn_start', (data) => data.turn === turn + 2);
    expect(told.digest).toMatchObject({ turn: turn + 2 });
  });

  test('an end_turn until a decision ends when an own note is due, which the brief reminds of', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const { notes } = await agent.request('notes', {
      add: [{ text: 'sow', due_turn: turn + 1 }],
      remove: [],
    });
    const { result } = await agent.act('end_turn', { until: 'decision' });
    expect(result.brief).toMatchObject({
      turn: turn + 1,
      decisions: expect.arrayContaining([`note ${notes.at(-1)?.id}: sow`]),
    });
    await agent.request('notes', { add: [], remove: notes.map(({ id }) => id) });
    const later = await agent.state({ format: 'brief', sections: ['decisions'] });
    expect(JSON.stringify(later)).not.toContain('sow');
  });

  test('an end_turn until 3 passes several turns, or ends early and says for what; as text it is lines', async () => {
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const { result } = await agent.act('end_turn', { until: 3, as: 'text' });
    expect(result.brief).toMatch(/^Turn \d+ .*[1-3] turns? passed, ended for: \w+\.\n/u);
    const now = await agent.state({ format: 'llm_optimized' });
    expect(now.turn).toBeGreaterThan(turn);
    expect(now.turn).toBeLessThanOrEqual(turn + 3);
  });

  test('an end_turn until a decision ends for one that is new, in a batch as well', async () => {
    const { units } = await agent.state();
    const settlers = units.find(({ type }) => type === 'settlers');
    const answer = await agent.request('action_batch', {
      actions: [
        { action_type: 'unit_build_city', actor_id: settlers?.id },
        { action_type: 'city_production', actor_id: 'last_city', target: 'Warriors' },
        { action_type: 'end_turn', until: 'decision' },
      ],
    });
    expect(answer.results[0]).toMatchObject({ success: true });
    expect(answer.results[2]).toMatchObject({
      success: true,
      result: { brief: { ended: { turns: expect.any(Number), why: expect.any(String) } } },
    });
    expect(JSON.stringify(answer.results[2])).not.toContain('"why":"turn"');
  });

  test('an end_turn without until has no brief in its answer; a wrong until is refused', async () => {
    const { result } = await agent.act('end_turn');
    expect(Object.keys(result).sort()).toEqual(['action_id', 'state_change']);
    await agent.push('turn_start', ({ turn }) => turn > 4);
    await expect(agent.act('end_turn', { until: 'tomorrow' })).rejects.toMatchObject({ code: 'E130' });
  });

  test('an end_turn counts from the turn that it ended, when the next has begun before the wait', async () => {
    const game = stack.games.get('passing');
    const seat = game?.seat('passer');
    if (game === undefined || seat === undefined) throw new Error('there is no seat');
    const turn = seat.world.game?.turn ?? 0;
    const signal = AbortSignal.timeout(60_000);
    const endTurn = () => Promise.reject(new Error('no further turn is asked for'));
    const waiter = TurnWaiter.of(
      { action_type: 'end_turn', until: 'turn' },
      { agent: stack.seats.of(game, seat), signal, endTurn },
    );
    await seat.request('player_phase_done', { turn });
    await seat.until((world) => world.game?.turn === turn + 1 && world.turn.phase === 'movement', signal);
    expect(await waiter?.ended()).toEqual({ turns: 1, why: 'turn' });
  });

  test('an end_turn tells of plans that end in its turn before the next begins, and of none before it', async () => {
    const game = stack.games.get('passing');
    const seat = game?.seat('passer');
    if (game === undefined || seat === undefined) throw new Error('there is no seat');
    const { turn } = await agent.state({ format: 'llm_optimized' });
    const end = (id: string, sentence: string) =>
      seat.planList.end(
        { kind: 'research_queue', id, since: turn, techs: [] },
        { outcome: 'done', sentence },
        turn,
      );
    end('early', 'This was told before.');
    const signal = AbortSignal.timeout(60_000);
    const endTurn = () => Promise.reject(new Error('no further turn is asked for'));
    const waiter = TurnWaiter.of(
      { action_type: 'end_turn', until: 'turn' },
      { agent: stack.seats.of(game, seat), signal, endTurn },
    );
    end('late', 'The queue is done.');
    await seat.request('player_phase_done', { turn });
    const ended = await waiter?.ended();
    const brief = JSON.stringify(ended && waiter?.brief(ended));
    expect(brief).toContain('The queue is done.');
    expect(brief).not.toContain('This was told before.');
  });

  test('the lists of a brief can be asked for alone and whole', async () => {
    const brief = await agent.state({ format: 'brief', sections: ['happened'], since_turn: 1 });
    expect(Object.keys(brief)).toContain('happened');
    expect(Object.keys(brief)).not.toContain('decisions');
    expect(await agent.state({ format: 'brief', as: 'text' })).toMatchObject({
      brief: expect.stringMatching(/^Turn \d+/u),
    });
  });
});
