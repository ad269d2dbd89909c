/** Programs that decode, encode, encrypt and rearrange text. */
import { ownValue } from '../../../../../../toolbox/own-value.js';
import { gunzipSync, inflateSync } from 'node:zlib';
import { disguise, literal, nothing, union, unknown, withText, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf } from '../options.js';
import type { Call, Handler } from '../session.js';
import { secureClient } from './requests.js';
import { escaped, inputOf } from './text.js';

type Decoder = (text: string) => string | undefined;

/** The most that a decoding may give, in bytes: more is an attack on the reader. */
const MOST_BYTES = 10_000_000;

const decoders: Record<string, Decoder> = {
  base64: (text) => printable(Buffer.from(text.replace(/\s/g, ''), 'base64')),
  base32: (text) => printable(fromBase32(text)),
  hex: (text) => printable(Buffer.from(text.replace(/\\x|0x|[\s:]/g, ''), 'hex')),
  gzip: (text) => printable(unpacked(Buffer.from(text, 'latin1'))),
  reversed: (text) => Array.from(text).reverse().join(''),
};

function unpacked(bytes: Buffer): Buffer {
  const limit = { maxOutputLength: MOST_BYTES };
  try {
    return bytes[0] === 0x1f ? gunzipSync(bytes, limit) : inflateSync(bytes, limit);
  } catch {
    // not packed, or cut off: there is no text to read
    return Buffer.alloc(0);
  }
}

/** Text of bytes; packed bytes stay as they are, one character each. */
function printable(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return undefined;
  return bytes[0] === 0x1f || bytes[0] === 0x78 ? bytes.toString('latin1') : bytes.toString('utf8');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const character of text.toUpperCase()) {
    const value = BASE32.indexOf(character);
    if (value === -1) continue;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count >= 8) bytes.push((bits >> (count -= 8)) & 0xff);
  }
  return Buffer.from(bytes);
}

/** A text after one step of decoding. */
export function decodedFlow(encoding: string, flow: Flow, call: Call): Flow {
  const text = flow.dynamic ? undefined : ownValue(decoders, encoding)?.(flow.text);
  const step = { kind: 'decoded', encoding, at: call.at } as const;
  const sources = union([flow.sources, [text === undefined ? step : { ...step, text }]]);
  if (text === undefined) return { ...unknown('decoded', sources), disguised: true };
  return { text, dynamic: false, sources, disguised: true };
}

const coder =
  (encoding: string, decodes: readonly string[], valued = '-w -c -i -o'): Handler =>
  (call, session) => {
    const options = optionsOf(call.args, names(valued));
    const flow = inputOf(call, session, [...valuesOf(options, '-i'), ...options.rest]);
    const decoded = has(options, ...decodes);
    return decoded ? decodedFlow(encoding, flow, call) : unknown(call.name, flow.sources);
  };

/** Always decodes. */
const unpacker =
  (encoding: string): Handler =>
  (call, session) =>
    decodedFlow(encoding, inputOf(call, session, optionsOf(call.args, names('-S')).rest), call);

const LETTERS = /^(?:A-Za-z|a-zA-Z|A-Z|a-z|\[A-Z\]|\[A-Za-z\])$/;
const ROTATED = /^\[?(?:N-ZA-Mn-za-m|n-za-mN-ZA-M|N-ZA-M|n-za-m|A-Mn-za-m)\]?$/;

const rot13 = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => {
    const start = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });

/** Sets of `tr` with their ranges written out. */
function characters(set: string): string {
  return escaped(literal(set))
    .text.replace(/^\[(.-.)\]$/, '$1')
    .replace(/([!-~])-([!-~])/g, (_, first: string, last: string) => {
      const count = last.charCodeAt(0) - first.charCodeAt(0) + 1;
      return Array.from({ length: Math.max(count, 0) }, (__, index) =>
        String.fromCharCode(first.charCodeAt(0) + index),
      ).join('');
    });
}

const tr: Handler = (call) => {
  const { given, rest } = optionsOf(call.args, new Set());
  const flow = call.input ?? nothing;
  const [set, by = nothing] = rest;
  if (set === undefined || flow.dynamic || set.text.startsWith('[:'))
    return unknown('tr', flow.sources);
  if (given.has('-d')) return deleted(flow, set.text, given.has('-c'));
  if (LETTERS.test(set.text) && ROTATED.test(by.text)) return rotated(flow, call);
  return translated(flow, characters(set.text), characters(by.text));
};

const rotated = (flow: Flow, { at }: Call): Flow => {
  const text = rot13(flow.text);
  const step = { kind: 'decoded', encoding: 'rot13', text, at } as const;
  return { text, dynamic: false, sources: union([flow.sources, [step]]), disguised: true };
};

function deleted(flow: Flow, set: string, complement: boolean): Flow {
  const gone = new Set(characters(set));
  return withText(
    flow,
    Array.from(flow.text)
      .filter((one) => gone.has(one) === complement)
      .join(''),
  );
}

function translated(flow: Flow, set: string, by: string): Flow {
  if (by === '') return flow;
  const table = new Map(
    Array.from(set).map((one, index) => [one, by[Math.min(index, by.length - 1)]]),
  );
  const text = Array.from(flow.text)
    .map((one) => table.get(one) ?? one)
    .join('');
  return disguise(withText(flow, text));
}

const rev: Handler = (call, session) =>
  decodedFlow('reversed', inputOf(call, session, call.args), call);

const xxd: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-l -s -c -g -o'));
  const flow = inputOf(call, session, options.rest.slice(0, 1));
  return has(options, '-r') ? decodedFlow('hex', flow, call) : unknown('xxd', flow.sources);
};

const gzip: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-S --suffix'));
  const flow = inputOf(call, session, options.rest);
  if (has(options, '-d', '--decompress', '--uncompress')) return decodedFlow('gzip', flow, call);
  for (const path of options.rest)
    session.store(withText(path, `${path.text}.gz`), unknown('gzip', flow.sources));
  return unknown('gzip', flow.sources);
};

const OPENSSL = names('-in -out -k -pass -kfile -K -iv -inkey -md -iter');

const openssl: Handler = (call, session) => {
  const [command, ...args] = call.args;
  if (command?.text === 's_client') return secureClient(call, session);
  const options = optionsOf(args, OPENSSL);
  const paths = valuesOf(options, '-in');
  const idle = paths.length === 0 && call.input === undefined;
  const flow = idle ? nothing : inputOf(call, session, paths);
  const output = args.some(({ text }) => text === '-d')
    ? decodedFlow(opensslEncoding(call), flow, call)
    : unknown('openssl', flow.sources);
  for (const path of valuesOf(options, '-out')) session.write(path, output, { at: call.at });
  return output;
};

/** Base64 alone, or a cipher. */
function opensslEncoding({ args }: Call): string {
  const words = args.map(({ text }) => text);
  const plain = words.some((word) => /^(?:-base64|-a|base64)$/.test(word));
  return plain && !words.some((word) => /^-(?:aes|des|k$|pass)/.test(word))
    ? 'base64'
    : 'encrypted';
}

const gpg: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-o --output -r --recipient --passphrase -u'));
  const read = options.rest.length > 0 || call.input !== undefined;
  if (!read || has(options, '--import', '--list-keys', '--verify')) return undefined;
  const flow = inputOf(call, session, options.rest);
  const output = has(options, '-d', '--decrypt')
    ? decodedFlow('encrypted', flow, call)
    : unknown('gpg', flow.sources);
  for (const path of valuesOf(options, '-o', '--output'))
    session.write(path, output, { at: call.at });
  for (const path of options.rest)
    session.store(withText(path, `${path.text}.gpg`), unknown('gpg', flow.sources));
  return output;
};

export const decodingTools: Readonly<Record<string, Handler>> = {
  zcat: unpacker('gzip'),
  gunzip: unpacker('gzip'),
  bunzip2: unpacker('bzip2'),
  xzcat: unpacker('xz'),
  unxz: unpacker('xz'),
  gzip,
  base64: coder('base64', ['-d', '-D', '--decode']),
  base32: coder('base32', ['-d', '-D', '--decode']),
  basenc: coder('base64', ['-d', '--decode']),
  xxd,
  rev,
  tr,
  openssl,
  gpg,
};
