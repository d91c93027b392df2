import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Eyes, EyesOptions } from './eyes.js';

/** What the seat of a player is told, and nothing else: there is no other connection behind it. */
export async function openSeatEyes(player: number, options: EyesOptions): Promise<Result<Eyes>> {
  const { game, chronicle, onChange } = options;
  const seat = game.seats.find(({ world }) => world.seat.player === player);
  if (seat === undefined)
    return fail(failure('E122', `No agent plays player ${player} in the game ${game.id}`));
  const { world } = seat;
  let isOpen = true;
  const closed = seat.show({
    onPacket: (packet) => {
      if (isOpen && world.turn.beganAt.size > 0) chronicle.note(world, packet);
    },
    onChange: () => {
      if (!isOpen) return;
      chronicle.look(world);
      onChange();
    },
  });
  chronicle.look(world);
  // The connection is the seat's, and stays: only we look away.
  const close = () => {
    isOpen = false;
  };
  return ok({ world, closed, close });
}
