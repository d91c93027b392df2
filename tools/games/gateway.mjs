import { Stop } from '../steps/terminal.mjs';

/** The REST routes of a running gateway. */
export class Gateway {
  /** @param {Record<string, string | undefined>} environment */
  constructor({ GATEWAY_URL, GATEWAY_PORT, ADMIN_TOKEN, LLM_API_TOKEN }) {
    this.url = (GATEWAY_URL || `http://127.0.0.1:${GATEWAY_PORT || 8003}`).replace(/\/$/, '');
    // A hash is not accepted in place of a token.
    this.token = [ADMIN_TOKEN, LLM_API_TOKEN].find((token) => token && !token.startsWith('sha256:'));
  }

  /**
   * The answer's text; a Stop with the gateway's own sentence when it refuses.
   * @param {'GET' | 'POST' | 'DELETE'} method
   * @param {string} path below /api/games
   * @param {Record<string, unknown>} [data]
   * @returns {Promise<string>}
   */
  ask(method, path, data) {
    return this.#send(method, `/api/games${path}`, data);
  }

  /**
   * A token with the right to play, for those agents and games.
   * @param {{ agents: string, games: string }} scope
   */
  makeToken(scope) {
    return this.#send('POST', '/api/tokens', scope);
  }

  /**
   * What is kept of an agent, or what was deleted of it.
   * @param {'GET' | 'DELETE'} method
   * @param {string} agentId
   */
  agentData(method, agentId) {
    return this.#send(method, `/api/admin/agents/${encodeURIComponent(agentId)}/data`);
  }

  /** @param {string} method @param {string} path @param {Record<string, unknown>} [data] @returns {Promise<string>} */
  async #send(method, path, data) {
    const headers = {
      ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
      ...(data === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const body = data === undefined ? null : JSON.stringify(data);
    const response = await fetch(`${this.url}${path}`, { method, headers, body }).catch((error) => {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : error;
      throw new Stop(`There is no gateway at ${this.url} (${reason}): npm start, or set GATEWAY_URL`);
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new Stop(refusal(response.status, text, this.token));
  }
}

/** @param {number} status @param {string} text @param {string | undefined} token */
function refusal(status, text, token) {
  if (status === 401 && token === undefined)
    return 'The gateway wants a token: set ADMIN_TOKEN or LLM_API_TOKEN';
  try {
    const { error, code } = JSON.parse(text);
    return code === undefined ? error : `${code}: ${error}`;
  } catch {
    return `The gateway answered ${status}`;
  }
}
