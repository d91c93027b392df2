/** A spectator on the bare WebSocket: prints what happens in a game, turn by turn. It needs no token where watching is open. */
import { WebSocket } from 'ws';

interface Message {
  readonly type: string;
  readonly data: {
    readonly turn?: number;
    readonly message?: string;
    readonly events?: readonly { text: string }[];
  };
}

const [, , gateway = 'ws://127.0.0.1:8003', game = 'first-game', until = '10'] = process.argv;
const socket = new WebSocket(`${gateway}/ws/spectator/${game}`);
socket.on('error', ({ message }) => {
  console.error(`No gateway answers at ${gateway} (${message}). Is npm start running there?`);
  process.exitCode = 1;
});
socket.on('message', (bytes) => {
  const { type, data }: Message = JSON.parse(String(bytes));
  if (type === 'error') console.error(data.message);
  console.log(type, 'turn', data.turn, (data.events ?? []).map(({ text }) => text).join(' '));
  if ((data.turn ?? 0) >= Number(until)) socket.close();
});
