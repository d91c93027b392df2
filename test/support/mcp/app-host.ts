import type { Page } from 'playwright-core';
import { MAP_PAGE } from '../../../features/mcp/server/generated/map-page.js';
import { APP_URI } from '../../../features/mcp/server/map-app.js';

/** The policy that hosts give a page which declares no domains (MCP Apps, 2026-01-26). */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** What a scripted host tells the page. */
export interface HostScript {
  readonly capabilities?: object;
  readonly context?: object;
  /** The result of the tool, sent when the page says that it is ready. */
  readonly result?: object;
  /** Methods that the host refuses with an error, and results of tools in place of the map; `silent`: no answer at all. */
  readonly refused?: readonly string[];
  readonly called?: object | 'silent';
}

/** The script of the host: it speaks the protocol of MCP Apps with the frame, and keeps all that the frame says. */
const HOST = `
  window.said = [];
  window.send = (message) => document.querySelector('iframe').contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  window.open = ({ capabilities = {}, context = {}, result, refused = [], called }, html) => {
    const frame = document.querySelector('iframe');
    window.said.length = 0;
    window.onmessage = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      window.said.push(data);
      const { id, method, params } = data;
      if (refused.includes(method)) send({ id, error: { code: -32601, message: 'Not here' } });
      else if (method === 'ui/initialize') send({ id, result: {
        protocolVersion: '2026-01-26', hostInfo: { name: 'a-host', version: '1.0.0' },
        hostCapabilities: capabilities, hostContext: context,
      } });
      else if (method === 'ui/notifications/initialized') {
        send({ method: 'ui/notifications/tool-input', params: { arguments: {} } });
        if (result !== undefined) send({ method: 'ui/notifications/tool-result', params: result });
      } else if (method === 'resources/read') send({ id, result: { contents: [{ uri: params.uri, text: window.newer }] } });
      else if (method === 'tools/call' && called !== undefined) { if (called !== 'silent') send({ id, result: called }); }
      else if (method === 'tools/call') send({ id, result: { content: [], _meta: { 'freeciv/map': JSON.parse(window.newer) } } });
      else if (method === 'ui/notifications/size-changed') frame.style.height = params.height + 'px';
    };
    frame.srcdoc = html;
  };
`;

/** A web page that shows the app as a host does: in a frame without an origin, under the policy of hosts. */
export class AppHost {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(page: Page): Promise<AppHost> {
    await page.setContent(
      `<!doctype html><html lang="en"><title>A chat</title><body style="margin:16px;font-family:sans-serif;background:#f4f1ea"><p>Here is your map:</p><iframe title="${APP_URI}" sandbox="allow-scripts" style="width:760px;height:120px;border:1px solid #999;border-radius:8px"></iframe></body></html>`,
    );
    await page.evaluate(HOST);
    return new AppHost(page);
  }

  /** Loads the app anew, for a host that does as the script says. */
  async show(script: HostScript): Promise<void> {
    const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    const html = MAP_PAGE.replace('<meta charset', `${policy}<meta charset`);
    await this.#page.evaluate(`window.open(${JSON.stringify(script)}, ${JSON.stringify(html)})`);
  }

  /** Sends the page a message of the host. */
  async send(message: object): Promise<void> {
    await this.#page.evaluate(`window.send(${JSON.stringify(message)})`);
  }

  /** What a resource or tool answers from now on. */
  async setNewer(map: object): Promise<void> {
    await this.#page.evaluate(`window.newer = ${JSON.stringify(JSON.stringify(map))}`);
  }

  /** All that the page has said, in its order. */
  async said(): Promise<
    readonly { readonly method?: string; readonly id?: number; readonly params?: object }[]
  > {
    return await this.#page.evaluate('window.said');
  }

  get frame() {
    return this.#page.frameLocator('iframe');
  }
}
