import type { SpectatorBlock } from '#shared/protocol/spectator/agents.js';

interface AgentThoughtsProps {
  /** The nation. */
  readonly of: string;
  /** In their order. */
  readonly blocks: readonly SpectatorBlock[];
}

const kinds: Readonly<Record<SpectatorBlock['kind'], string>> = {
  reasoning: 'reasons',
  text: 'says',
  tool_call: 'calls',
  tool_result: 'gets',
};

const SHOWN = 5;
/** Longer blocks are folded. */
const SHORT = 220;

/** The transcript of an agent's model. It is always inserted as text, never as HTML: models write whatever they want. */
export function AgentThoughts({ of, blocks }: AgentThoughtsProps) {
  if (blocks.length === 0) return null;
  const list = (some: readonly SpectatorBlock[], label: string) => (
    <ol class="blocks" aria-label={label}>
      {some.map((block) => (
        <li key={block.id} class={`block ${block.kind}`}>
          <Block block={block} />
        </li>
      ))}
    </ol>
  );
  const earlier = blocks.slice(0, -SHOWN);
  return (
    <>
      <h3>Reasoning and tools</h3>
      {earlier.length > 0 && (
        <details class="more">
          <summary class="more-head">{earlier.length} before</summary>
          {list(earlier, `Earlier reasoning and tool calls of the ${of}`)}
        </details>
      )}
      {list(blocks.slice(-SHOWN), `Reasoning and tool calls of the ${of}`)}
    </>
  );
}

function Block({ block: { kind, name, text, cut, turn } }: { readonly block: SpectatorBlock }) {
  const head = (
    <span class="head-of-block">
      <span class="kind">{kinds[kind]}</span> {name !== undefined && <code>{name}</code>}{' '}
      <span class="muted">turn {turn}</span>
    </span>
  );
  const missing = cut === undefined ? '' : ` … (${cut.toLocaleString('en')} characters more)`;
  if (text.length <= SHORT) {
    return (
      <>
        {head}
        <p class="words">
          {text}
          {missing}
        </p>
      </>
    );
  }
  return (
    <details>
      <summary class="block-head">
        {head}
        <span class="words start">{text.slice(0, SHORT)} …</span>
      </summary>
      <p class="words">
        {text}
        {missing}
      </p>
    </details>
  );
}
