/** The connection to the game server is gone; what was under way may or may not have happened. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The game server does not let this user in; `message` is its own sentence. */
export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
}
