import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
/** Version 2.0 of the format, made by Unix: the high half of the outer attributes is the mode. */
const VERSION = 20;
const MADE_BY_UNIX = (3 << 8) | VERSION;
const DEFLATE = 8;
const UTF8_NAMES = 0x0800;
/** 1980-01-01: the same files make the same archive. */
const DATE = 0x0021;
const FILE_MODE = 0o100644;

/**
 * A ZIP archive of files, without a library: .mcpb is one.
 * @param {readonly (readonly [path: string, content: Buffer])[]} files
 */
export function zip(files) {
  /** @type {Buffer[]} */
  const entries = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const common = commonFields(name, content, packed);
    const header = Buffer.alloc(4);
    header.writeUInt32LE(LOCAL_HEADER);
    entries.push(header, common, name, packed);
    directory.push(directoryStart(), common, directoryRest(offset), name);
    offset += header.length + common.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...entries, listed, directoryEnd(files.length, listed.length, offset)]);
}

/**
 * What both headers of a file have.
 * @param {Buffer} name
 * @param {Buffer} content
 * @param {Buffer} packed
 */
function commonFields(name, content, packed) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(DEFLATE, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function directoryStart() {
  const start = Buffer.alloc(6);
  start.writeUInt32LE(DIRECTORY_HEADER, 0);
  start.writeUInt16LE(MADE_BY_UNIX, 4);
  return start;
}

/** @param {number} offset of the local header */
function directoryRest(offset) {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(FILE_MODE * 0x10000, 6);
  rest.writeUInt32LE(offset, 10);
  return rest;
}

/**
 * @param {number} count of files
 * @param {number} size of the directory, in bytes
 * @param {number} offset of the directory
 */
function directoryEnd(count, size, offset) {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
