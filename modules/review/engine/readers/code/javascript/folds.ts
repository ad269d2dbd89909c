/** What the functions of JavaScript and of node compute. */
import { asText, decodeFirst, decodedByName } from '../fold/decoders.js';
import type { Fold, FoldCall } from '../fold/fold.js';
import {
  baseName,
  characters,
  directoryName,
  itemsOf,
  joinItems,
  joinPath,
  keepsFirst,
  keepsSelf,
  onSelf,
  replaceAll,
  reversed,
  split,
} from '../fold/texts.js';
import { joined, literal, type Known } from '../known.js';

const number = (known: Known | undefined): number | undefined =>
  known?.text === undefined ? undefined : Number(known.text);

const fromCharCode: Fold = ({ args }) => {
  const items = args.length === 1 && args[0]?.items ? args[0].items : args;
  return characters(items);
};

const bufferFrom: Fold = ({ args: [first, name], at }) => {
  if (first?.items) {
    const made = characters(first.items);
    return made && { ...made, bytes: true };
  }
  return first && (decodedByName(first, name?.text, at) ?? first);
};

const numeric = (known: Known | undefined): Known | undefined =>
  known && { ...known, numeric: true };

const substr = (text: string, from: number, length = text.length): string => {
  const start = from < 0 ? Math.max(0, text.length + from) : from;
  return text.slice(start, start + length);
};

const slice: Fold = onSelf((text, [from, to]) => text.slice(number(from), number(to)));

export const JAVASCRIPT_FUNCTIONS: Readonly<Record<string, Fold>> = {
  String: keepsFirst,
  'String.fromCharCode': fromCharCode,
  'String.fromCodePoint': fromCharCode,
  'String.fromCharCode.apply': ({ args: [, list] }) => list?.items && characters(list.items),
  'String.raw': keepsFirst,
  parseInt: ({ args: [first, base] }) => {
    if (first?.text === undefined || first.dynamic) return undefined;
    return { ...first, text: String(Number.parseInt(first.text, number(base))), numeric: true };
  },
  Number: keepsFirst,
  atob: decodeFirst('base64'),
  unescape: decodeFirst('percent'),
  decodeURIComponent: decodeFirst('percent'),
  decodeURI: decodeFirst('percent'),
  'Buffer.from': bufferFrom,
  'Buffer.concat': ({ args: [first] }) => first?.items && joined(first.items),
  'zlib.inflateSync': decodeFirst('zlib'),
  'zlib.unzipSync': decodeFirst('gzip'),
  'zlib.gunzipSync': decodeFirst('gzip'),
  'zlib.inflateRawSync': decodeFirst('deflate'),
  'zlib.brotliDecompressSync': decodeFirst('brotli'),
  'path.join': ({ args }) => joinPath(args),
  'path.resolve': ({ args }) => joinPath(args),
  'path.normalize': keepsFirst,
  'path.dirname': directoryName,
  'path.basename': baseName,
  'os.homedir': () => literal('~'),
  'process.cwd': () => literal('.'),
  'os.tmpdir': () => literal('/tmp'),
  'fs.mkdtempSync': keepsFirst,
  'url.fileURLToPath': keepsFirst,
  'Array.from': ({ args: [first, ...more] }) => {
    const items = more.length === 0 && first ? itemsOf(first) : undefined;
    return items && { dynamic: true, sources: first?.sources ?? [], items };
  },
  'Promise.resolve': keepsFirst,
  'Promise.all': keepsFirst,
  'util.promisify': keepsFirst,
  'JSON.parse': keepsFirst,
  'JSON.stringify': ({ args: [first] }) => (first?.text === undefined ? undefined : first),
  'Object.assign': ({ args }) => (args.length === 0 ? undefined : args.at(-1)),
  'Object.freeze': keepsFirst,
  'Object.values': ({ args: [first] }) =>
    first?.entries && {
      dynamic: true,
      sources: first.sources,
      items: [...first.entries.values()],
    },
  'Object.entries': ({ args: [first] }) =>
    first?.entries && {
      dynamic: true,
      sources: first.sources,
      items: [...first.entries].map(([key, value]) => ({
        dynamic: true,
        sources: value.sources,
        items: [literal(key), value],
      })),
    },
  Request: ({ args: [first] }) => first && { ...first, refers: 'Request()' },
  URL: ({ args: [first, base] }) =>
    base === undefined || base.text === undefined
      ? first
      : first && joined([{ ...base, text: base.text.replace(/\/$/, '') }, first]),
};

export const JAVASCRIPT_METHODS: Readonly<Record<string, Fold>> = {
  join: ({ self, args: [between] }) => joinItems(self, between?.text ?? ','),
  concat: ({ self, args }) => {
    if (self.items)
      return { ...self, items: [...self.items, ...args.flatMap((arg) => arg.items ?? [arg])] };
    return self.text === undefined ? undefined : joined([self, ...args]);
  },
  reverse: ({ self }) => reversed(self),
  toReversed: ({ self }) => reversed(self),
  split: (call) => {
    const { self, args } = call;
    if (args[0]?.text !== '') return args[0] === undefined ? undefined : split(call);
    const items = itemsOf(self);
    return items && { dynamic: true, sources: self.sources, items };
  },
  replace: replaceAll,
  replaceAll,
  slice: (call) => {
    const { self, args } = call;
    if (self.items) return { ...self, items: self.items.slice(number(args[0]), number(args[1])) };
    return self.dynamic ? undefined : slice(call);
  },
  substring: onSelf((text, [from, to]) => text.substring(number(from) ?? 0, number(to))),
  substr: onSelf((text, [from, length]) => substr(text, number(from) ?? 0, number(length))),
  trim: onSelf((text) => text.trim()),
  toLowerCase: onSelf((text) => text.toLowerCase()),
  toUpperCase: onSelf((text) => text.toUpperCase()),
  charCodeAt: (call) =>
    numeric(onSelf((text, [at]) => String(text.charCodeAt(number(at) ?? 0)))(call)),
  charAt: onSelf((text, [at]) => text.charAt(number(at) ?? 0)),
  at: ({ self, args: [at] }) => self.items?.at(number(at) ?? 0),
  toString: ({ self, args: [name] }: FoldCall) => {
    if (self.text === undefined) return undefined;
    const encodes = self.bytes === true && name?.text !== undefined;
    return encodes && /^(base64(url)?|hex)$/i.test(name.text) ? undefined : asText(self);
  },
  filter: ({ self }) => (self.items ? self : undefined),
  sort: ({ self }) => (self.items ? self : undefined),
  valueOf: keepsSelf,
  bind: keepsSelf,
  flat: keepsSelf,
  padStart: onSelf((text) => text),
};
