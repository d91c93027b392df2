import type { FieldCodec } from './field.js';
import { ProtocolError, type ProtocolErrorPlace } from './protocol-error.js';

/** A field of the packet type `packet`, whose errors say so. */
export function placedField(field: FieldCodec, packet: string): FieldCodec {
  const place = { packet, field: field.wireName };
  return {
    ...field,
    read: (reader, fields, previous) => {
      try {
        return field.read(reader, fields, previous);
      } catch (cause) {
        throw placedError(cause, place);
      }
    },
    write: (writer, fields, previous) => {
      if (fields[field.name] === undefined)
        throw new ProtocolError('bad_value', 'the field is missing', place);
      try {
        field.write(writer, fields, previous);
      } catch (cause) {
        throw placedError(cause, place);
      }
    },
  };
}

/** `cause` with its place, when it is a ProtocolError; anything else is a bug and stays what it is. */
export function placedError(cause: unknown, place: ProtocolErrorPlace): unknown {
  return cause instanceof ProtocolError ? new ProtocolError(cause.code, cause.message, place, cause) : cause;
}
