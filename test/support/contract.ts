import type { z } from 'zod';
import { outgoingEnvelopeSchema } from '#shared/protocol/envelope.js';
import { agentMessageSchemas } from '#shared/protocol/state/messages.js';
import { misfits } from './fits.js';

/** The schemas of what agents are sent, by the type of the message; pong has no data. */
const dataSchemas: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(agentMessageSchemas));

const MAX_REPORTED = 5;

/** Checks that what agents are sent fits the schemas of the protocol, while a test does something else with it. */
export class ContractCheck {
  readonly #misfits: string[] = [];

  /** Checks one message; what does not fit is kept until `end`. */
  readonly check = (message: { readonly type: string; readonly data?: unknown }): void => {
    const { type, data } = message;
    const schema = dataSchemas.get(type);
    const found = [
      ...misfits(outgoingEnvelopeSchema, withoutFlatFields(message)),
      ...(schema === undefined ? unknownType(type) : misfits(schema, data)),
    ];
    if (found.length > 0) this.#misfits.push(`${type}: ${found.join('; ')}`);
  };

  /** Throws when a message did not fit. */
  end(): void {
    if (this.#misfits.length === 0) return;
    const shown = this.#misfits.slice(0, MAX_REPORTED).join('\n');
    throw new Error(`${this.#misfits.length} messages to agents do not fit their schemas:\n${shown}`);
  }
}

/** The envelope without the fields of `data` that answers in the flat dialect repeat beside it. */
function withoutFlatFields(message: object): object {
  const data: unknown = Reflect.get(message, 'data');
  const isRepeated = (key: string) => typeof data === 'object' && data !== null && Object.hasOwn(data, key);
  return Object.fromEntries(
    Object.entries(message).filter(([key]) => key in outgoingEnvelopeSchema.shape || !isRepeated(key)),
  );
}

function unknownType(type: string): readonly string[] {
  return type === 'pong' ? [] : ['a message of a type without a schema'];
}
