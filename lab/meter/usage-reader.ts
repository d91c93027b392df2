import { createParser } from 'eventsource-parser';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import type { TokenUsage } from '../../agent/player/models/messages.js';
import { CountedUsage, type ModelInterface } from './model-interface.js';

/** Reads the tokens of an answer while its bytes pass. */
export interface UsageReader {
  /** Takes bytes of the answer; what of them goes to the caller. */
  pass(bytes: Buffer): Buffer;
  /** What is still held back, when the answer has ended. */
  end(): Buffer;
  /** What the whole answer says of its tokens; undefined when it says nothing. */
  readonly usage: TokenUsage | undefined;
}

const NOTHING = Buffer.alloc(0);

/** The reader of an answer that is one JSON text. */
export function wholeAnswer(of: ModelInterface): UsageReader {
  const counted = new CountedUsage(of);
  const parts: Buffer[] = [];
  return {
    pass(bytes) {
      parts.push(bytes);
      return bytes;
    },
    end() {
      counted.add(parseJson(Buffer.concat(parts).toString('utf8')));
      return NOTHING;
    },
    get usage() {
      return counted.usage;
    },
  };
}

/** The reader of a stream of server-sent events, which passes unchanged as it comes. */
export function passingStream(of: ModelInterface): UsageReader {
  const counted = new CountedUsage(of);
  const parser = createParser({ onEvent: ({ data }) => counted.add(parseJson(data)) });
  const decoder = new TextDecoder();
  return {
    pass(bytes) {
      parser.feed(decoder.decode(bytes, { stream: true }));
      return bytes;
    },
    end: () => NOTHING,
    get usage() {
      return counted.usage;
    },
  };
}

/** The blank line after an event. */
const END_OF_EVENT = /\r\n\r\n|\n\n|\r\r/;

/**
 * The reader of a stream of chat completions whose usage the caller has not asked for: the chunk that has nothing else does not
 * go to it. All other events pass unchanged, each as it is whole.
 */
export function streamWithoutUsage(of: ModelInterface): UsageReader {
  const counted = new CountedUsage(of);
  // One character for a byte: an event may be cut within a letter.
  let held = '';
  const isForCaller = (event: string) => {
    const json = jsonOf(Buffer.from(event, 'latin1').toString('utf8'));
    counted.add(json);
    const hasNothingElse = isJsonObject(json) && Array.isArray(json.choices) && json.choices.length === 0;
    return !(hasNothingElse && isJsonObject(json.usage));
  };
  return {
    pass(bytes) {
      held += bytes.toString('latin1');
      let passed = '';
      for (let end = END_OF_EVENT.exec(held); end !== null; end = END_OF_EVENT.exec(held)) {
        const event = held.slice(0, end.index + end[0].length);
        held = held.slice(event.length);
        if (isForCaller(event)) passed += event;
      }
      return Buffer.from(passed, 'latin1');
    },
    end() {
      const rest = Buffer.from(isForCaller(`${held}\n\n`) ? held : '', 'latin1');
      held = '';
      return rest;
    },
    get usage() {
      return counted.usage;
    },
  };
}

/** The data of the event in this text, which is JSON; undefined for other texts. */
function jsonOf(text: string): unknown {
  let json: unknown;
  createParser({
    onEvent: ({ data }) => {
      json = parseJson(data);
    },
  }).feed(text);
  return json;
}
