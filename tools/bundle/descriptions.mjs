/** What the bridge is to hosts of MCP: the manifest of the bundle, and server.json of the MCP registry. */

const TITLE = 'FreeCiv';
/** At most 100 characters: the registry takes no more. */
const DESCRIPTION = 'Play real FreeCiv: one nation of a game on a freeciv-llm-gateway, with twelve tools';
const DEFAULT_GATEWAY = 'ws://127.0.0.1:8003';

/** What a user fills in, by the environment variable of the bridge that takes it. */
const settings = [
  {
    ...{ key: 'gateway', variable: 'FREECIV_GATEWAY', title: 'Gateway', value: DEFAULT_GATEWAY },
    description: 'The address of the gateway, ws:// or wss://',
  },
  {
    ...{ key: 'token', variable: 'LLM_API_TOKEN', title: 'Token', value: undefined },
    description: 'The token of the agent, as npm start of the gateway prints it',
  },
  {
    ...{ key: 'agent', variable: 'FREECIV_AGENT_ID', title: 'Agent', value: 'mcp' },
    description: 'The name of the agent, which keeps its seat',
  },
  {
    ...{ key: 'game', variable: 'FREECIV_GAME_ID', title: 'Game', value: 'default' },
    description: 'The game, which is made when there is none',
  },
];

/**
 * manifest.json of an MCP bundle, version 0.3 of its format.
 * @param {{ version: string, node: string, entry: string }} bundle `node`: the versions of Node; `entry`: the script's path
 */
export function bundleManifest({ version, node, entry }) {
  const variables = settings.map(({ key, variable }) => [variable, `\${user_config.${key}}`]);
  const asked = settings.map(({ key, title, description, value }) => [
    key,
    {
      ...{ type: 'string', title, description, required: value === undefined },
      ...(value === undefined ? { sensitive: true } : { default: value }),
    },
  ]);
  return {
    manifest_version: '0.3',
    name: 'freeciv-llm-gateway',
    display_name: TITLE,
    version,
    description: DESCRIPTION,
    author: { name: 'the freeciv-llm-gateway authors' },
    license: 'MIT',
    keywords: ['freeciv', 'game', 'strategy'],
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry}`],
        env: Object.fromEntries(variables),
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node } },
    user_config: Object.fromEntries(asked),
  };
}

/**
 * server.json for the MCP registry, of the schema of 2025-12-11: the bundle, and any gateway that is on the internet.
 * @param {{ version: string, namespace: string, url: string, sha256: string }} bundle `url`: where it is published;
 *   `namespace`: reverse DNS, such as io.github.somebody
 */
export function registryEntry({ version, namespace, url, sha256 }) {
  const environmentVariables = settings.map(({ variable, description, value }) => ({
    ...{ name: variable, description, isRequired: value === undefined },
    ...(value === undefined ? { isSecret: true } : { default: value }),
  }));
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${namespace}/freeciv-llm-gateway`,
    title: TITLE,
    description: DESCRIPTION,
    version,
    packages: [
      {
        ...{ registryType: 'mcpb', identifier: url, version, fileSha256: sha256 },
        ...{ transport: { type: 'stdio' }, environmentVariables },
      },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp?agent_id={agent}&game_id={game}',
        variables: {
          host: { description: 'The host of the gateway', isRequired: true },
          agent: { description: 'The name of the agent, which keeps its seat', default: 'mcp' },
          game: { description: 'The game, which is made when there is none', default: 'default' },
        },
        headers: [
          {
            name: 'Authorization',
            description: 'The token of the agent',
            isRequired: true,
            isSecret: true,
            value: 'Bearer {token}',
            variables: {
              token: { description: 'A token of the gateway', isRequired: true, isSecret: true },
            },
          },
        ],
      },
    ],
  };
}
