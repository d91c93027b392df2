/** The message with which a client of an earlier revision begins a session. */
export const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'a-test', version: '1.0.0' },
  },
} as const;
