import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TurnWaiter } from '../../../proxy/api/requests/turn-waits.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

describe('end_turn that waits', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack();
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  /** Resolves when the turn waits for one agent only. */
  const waitsForOne = (game: string) =>
    expect.poll(() => stack.games.get(game)?.pendingPlayers.length).toBe(1);

  const port = (): number => Number(new URL(stack.gatewayUrl).port);

  test('an end_turn that waits lets pings pass, is ended by stop, and is answered alike when repeated', async () => {
    const game = await TwoAgents.begin(stack, 'stopped');
    const [, ben] = game.agents;
    await using ann = await RawAgentSocket.loggedIn(port(), 'ann', {
      api_token: stack.token,
      game_id: 'stopped',
    });
    const fields = { action_type: 'end_turn', until: 'turn' };
    ann.sendRequest('action', fields, 'wait-1');
    ann.sendRequest('ping', {}, 'ping-1');
    expect(await ann.nextOf('pong')).toMatchObject({ correlation_id: 'ping-1' });
    ann.sendRequest('stop', {}, 'stop-1');
    expect(await ann.nextOf('stop_result')).toMatchObject({ data: { stopped: { batches: 1 } } });
    const stopped = await ann.nextOf('action_result');
    expect(stopped.data).toMatchObject({ result: { brief: { turn: 1, ended: { turns: 0, why: 'stop' } } } });
    ann.sendRequest('action', fields, 'wait-1');
    expect((await ann.nextOf('action_result')).data).toEqual(stopped.data);
    ann.sendRequest('action', fields, 'wait-2');
    await ben?.act('end_turn');
    expect(await ann.nextOf('action_result')).toMatchObject({
      correlation_id: 'wait-2',
      data: { result: { brief: { turn: 2, ended: { turns: 1, why: 'turn' } } } },
    });
  });

  test('an end_turn that waits answers an agent that was gone when the turn came', async () => {
    const game = await TwoAgents.begin(stack, 'gone', {}, ['carl', 'dora']);
    const [, dora] = game.agents;
    const login = { api_token: stack.token, game_id: 'gone' };
    const first = await RawAgentSocket.open(port(), 'carl');
    const { data } = await first.logIn(login);
    first.sendRequest('action', { action_type: 'end_turn', until: 'turn' }, 'away');
    await waitsForOne('gone');
    await first.close();
    await dora?.act('end_turn');
    await dora?.push('turn_start', ({ turn }) => turn === 2);
    const back = await RawAgentSocket.loggedIn(port(), 'carl', { ...login, session_id: data?.session_id });
    expect(await back.nextOf('action_result')).toMatchObject({
      correlation_id: 'away',
      data: { result: { brief: { turn: 2 } } },
    });
    await back.close();
  });

  describe('in a game that is held up', () => {
    let game: TwoAgents;

    beforeAll(async () => {
      game = await TwoAgents.begin(stack, 'held', {}, ['ivy', 'joe']);
    });

    test('an end_turn that waits says how far it came when the turn takes too long', async () => {
      const running = stack.games.get('held');
      const seat = running?.seat('ivy');
      if (running === undefined || seat === undefined) throw new Error('ivy has no seat');
      const { signal } = new AbortController();
      const endTurn = () => Promise.reject(new Error('no turn has passed'));
      const wait = { agent: stack.seats.of(running, seat), signal, endTurn, maxWaitMs: 1 };
      const waiter = TurnWaiter.of({ action_type: 'end_turn', until: 'decision' }, wait);
      expect(await waiter?.ended()).toEqual({ turns: 0, why: 'deadline' });
      const late = TurnWaiter.of({ action_type: 'end_turn', until: 'turn' }, wait);
      await game.nextTurn();
      // The turn has come before anybody waits for it.
      expect(await late?.ended()).toEqual({ turns: 1, why: 'turn' });
    });

    test('an end_turn that waits ends when the game is paused', async () => {
      const [ivy] = game.agents;
      const waiting = ivy?.act('end_turn', { until: 'decision' });
      await waitsForOne('held');
      await stack.games.get('held')?.control.pause();
      expect((await waiting)?.result.brief).toMatchObject({ ended: { turns: 0, why: 'paused' } });
    });
  });

  describe('in a game that is lost', () => {
    let game: TwoAgents;

    beforeAll(async () => {
      game = await TwoAgents.begin(stack, 'lost', {}, ['kim', 'leo']);
    });

    test('an end_turn whose server is lost before its verdict is told as unknown, then what became of it', async () => {
      const [kim, leo] = game.agents;
      const lose = async (correlationId: string) => {
        const pid = stack.games.get('lost')?.serverPid ?? 0;
        process.kill(pid, 'SIGSTOP');
        const lost = ask(correlationId);
        await waitsForOne('lost');
        process.kill(pid, 'SIGKILL');
        await expect(lost).rejects.toMatchObject({ code: 'E131', details: { outcome: 'unknown', turn: 1 } });
        const isBack = await kim?.push('status', ({ status }) => status === 'ready');
        expect(isBack).toMatchObject({ turn: 1, turn_done: false });
      };
      const fields = { action_type: 'end_turn', until: 'turn' };
      const ask = async (correlationId: string) => kim?.request('action', fields, { correlationId });
      await lose('first');
      const notDone = { code: 'E123', details: { turn: 1 } };
      await expect(ask('first')).rejects.toMatchObject(notDone);
      await lose('second');
      for (const agent of game.agents) await agent.act('end_turn');
      await leo?.push('turn_start', ({ turn }) => turn === 2);
      const done = await ask('second');
      expect(done).toMatchObject({
        ...{ outcome: 'applied', action_type: 'end_turn' },
        result: { state_change: { turn_ended: 1 }, brief: { turn: 2, ended: { turns: 1, why: 'recovery' } } },
      });
      expect(await ask('second')).toEqual(done);
      // What was answered once stays so.
      await expect(ask('first')).rejects.toMatchObject(notDone);
    });

    test('an end_turn that waits ends when the game server is lost', async () => {
      const [kim] = game.agents;
      const waiting = kim?.act('end_turn', { until: 'decision' });
      // Answered after the end of the turn is.
      await kim?.act('tech_goal', { target: 'Writing' });
      process.kill(stack.games.get('lost')?.serverPid ?? 0, 'SIGKILL');
      expect((await waiting)?.result.brief).toMatchObject({ ended: { turns: 0, why: 'recovery' } });
    });
  });
});
