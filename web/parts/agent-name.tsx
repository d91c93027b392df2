import type { SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softened } from '../map/palette.js';

/** Whom somebody plays: the nation, in its colour. */
export function AgentName({ player }: { readonly player: SpectatorPlayer }) {
  return (
    <span class="who">
      <span class="swatch" style={{ background: softened(player.color) }} aria-hidden="true" />{' '}
      <strong>{player.nation}</strong>
    </span>
  );
}
