/** What Python's own functions compute. */
import { asBytes, asText, decodeFirst, decodedByName } from '../fold/decoders.js';
import type { Fold } from '../fold/fold.js';
import {
  baseName,
  characters,
  directoryName,
  itemsOf,
  joinItems,
  joinPath,
  keepsFirst,
  keepsSelf,
  onFirst,
  onSelf,
  replaceAll,
  reversed,
  split,
} from '../fold/texts.js';
import { joined, literal, placeholder, type Known } from '../known.js';

const home: Known = { ...literal('~'), refers: 'pathlib.Path()' };
const path = (known: Known): Known => ({ ...known, refers: 'pathlib.Path()' });

const bytes: Fold = ({ args: [first] }) => {
  if (first?.items === undefined) return first && asBytes(first);
  const made = characters(first.items);
  return made && { ...made, bytes: true };
};

/** `'%s' % x` and `'{}'.format(x)`. */
export function percentFormat(format: Known, values: readonly Known[]): Known | undefined {
  if (format.text === undefined) return undefined;
  let at = 0;
  const parts = format.text.split(/(%(?:\(\w+\))?[-+ #0-9.]*[a-zA-Z%])/).map((piece, index) => {
    if (index % 2 === 0) return literal(piece);
    if (piece.endsWith('%')) return literal('%');
    const named = /\((\w+)\)/.exec(piece)?.[1];
    return (
      (named === undefined ? values[at++] : values[0]?.entries?.get(named)) ?? placeholder('value')
    );
  });
  return joined(parts);
}

const format: Fold = ({ self, args, named }) => {
  if (self.text === undefined) return undefined;
  let at = 0;
  const valueFor = (name: string): Known | undefined => {
    if (name === '') return args[at++];
    return /^\d+$/.test(name) ? args[Number(name)] : named(name);
  };
  const parts = self.text.split(/(\{[\w.[\]]*(?:![rsa])?(?::[^{}]*)?\})/).map((piece, index) => {
    if (index % 2 === 0) return literal(piece.replaceAll('{{', '{').replaceAll('}}', '}'));
    const name = /^\{(\w*)/.exec(piece)?.[1] ?? '';
    return underName(valueFor(name), name || 'value');
  });
  return joined(parts);
};

const underName = (known: Known | undefined, name: string): Known =>
  known?.text === undefined ? { ...placeholder(name), sources: known?.sources ?? [] } : known;

const expandUser = onFirst((text) => text.replaceAll(/\$\{?HOME\}?/g, '~'));

/** A file without a name of its own; the line tells one from the other. */
const temporary: Fold = ({ at, named }) =>
  literal(`/tmp/made-on-line-${at.line}${named('suffix')?.text ?? ''}`);

export const PYTHON_FUNCTIONS: Readonly<Record<string, Fold>> = {
  compile: keepsFirst,
  str: ({ args: [first] }) => first && asText(first),
  repr: keepsFirst,
  list: ({ args: [first] }) => {
    const items = first && itemsOf(first);
    return items && { dynamic: true, sources: first.sources, items };
  },
  tuple: keepsFirst,
  iter: keepsFirst,
  sorted: keepsFirst,
  set: keepsFirst,
  filter: ({ args: [, list] }) => list,
  enumerate: ({ args: [first] }) => {
    const items = first && itemsOf(first);
    const number = literal('0');
    return (
      items && {
        dynamic: true,
        sources: first.sources,
        items: items.map((item) => ({
          dynamic: true,
          sources: item.sources,
          items: [number, item],
        })),
      }
    );
  },
  dict: ({ args: [first] }) => first,
  bytes,
  bytearray: bytes,
  chr: ({ args: [first] }) => first && characters([first]),
  ord: (call) => {
    const code = onFirst((text) => (text.length > 0 ? String(text.codePointAt(0)) : undefined))(
      call,
    );
    return code && { ...code, numeric: true };
  },
  int: ({ args: [first, base] }) => {
    if (first?.text === undefined || first.dynamic) return undefined;
    const number = Number.parseInt(first.text.replace(/^0[xob]/i, ''), Number(base?.text ?? 10));
    return { ...first, text: String(number), numeric: true };
  },
  reversed: ({ args: [first] }) => first && reversed(first),
  'bytes.fromhex': decodeFirst('hex'),
  'bytearray.fromhex': decodeFirst('hex'),
  'binascii.unhexlify': decodeFirst('hex'),
  'binascii.a2b_hex': decodeFirst('hex'),
  'binascii.a2b_base64': decodeFirst('base64'),
  'base64.b64decode': decodeFirst('base64'),
  'base64.standard_b64decode': decodeFirst('base64'),
  'base64.urlsafe_b64decode': decodeFirst('base64'),
  'base64.decodebytes': decodeFirst('base64'),
  'base64.b32decode': decodeFirst('base32'),
  'base64.b16decode': decodeFirst('hex'),
  'base64.b85decode': decodeFirst('base85'),
  'base64.a85decode': decodeFirst('base85'),
  'zlib.decompress': decodeFirst('zlib'),
  'gzip.decompress': decodeFirst('gzip'),
  'lzma.decompress': decodeFirst('lzma'),
  'bz2.decompress': decodeFirst('bz2'),
  'marshal.loads': decodeFirst('marshal'),
  'urllib.parse.unquote': decodeFirst('percent'),
  'codecs.decode': ({ args: [first, name], at }) =>
    first && (decodedByName(first, name?.text, at) ?? asText(first)),
  'codecs.encode': ({ args: [first, name], at }) =>
    first && (name?.text?.startsWith('rot') === true ? decodedByName(first, name.text, at) : first),
  'os.path.join': ({ args }) => joinPath(args),
  'os.path.expanduser': expandUser,
  'os.path.expandvars': expandUser,
  'os.path.abspath': keepsFirst,
  'os.path.realpath': keepsFirst,
  'os.path.normpath': keepsFirst,
  'os.fspath': keepsFirst,
  'os.path.dirname': directoryName,
  'os.path.basename': baseName,
  'os.sep.join': ({ args: [first] }) => first?.items && joinPath(first.items),
  'tempfile.mktemp': temporary,
  'tempfile.mkdtemp': temporary,
  'tempfile.gettempdir': () => literal('/tmp'),
  'os.getcwd': () => literal('.'),
  'pathlib.Path.home': () => home,
  'pathlib.Path': ({ args }) => path(joinPath(args)),
  'pathlib.PurePath': ({ args }) => path(joinPath(args)),
  'pathlib.PosixPath': ({ args }) => path(joinPath(args)),
  'pathlib.Path.cwd': () => path(literal('.')),
  'pathlib.Path().expanduser': keepsSelf,
  'pathlib.Path().resolve': keepsSelf,
  'pathlib.Path().absolute': keepsSelf,
  'pathlib.Path().joinpath': ({ self, args }) => path(joinPath([self, ...args])),
  'pathlib.Path().with_suffix': keepsSelf,
  'shlex.split': ({ args: [first], ...call }) => first && split({ ...call, self: first, args: [] }),
  'shlex.quote': keepsFirst,
  'shlex.join': ({ args: [first] }) => first && joinItems(first, ' '),
  'textwrap.dedent': onFirst((text) =>
    text.replaceAll(/^[ \t]+/gm, (indent) => indent.slice(Math.min(indent.length, leadOf(text)))),
  ),
  'functools.partial': keepsFirst,
  'urllib.request.Request': (call) => {
    const url = call.args[0] ?? call.named('url');
    return url && { ...url, refers: 'urllib.request.Request()' };
  },
  'json.loads': keepsFirst,
};

const leadOf = (text: string): number => /^[ \t]*(?=\S)/m.exec(text)?.[0].length ?? 0;

export const PYTHON_METHODS: Readonly<Record<string, Fold>> = {
  join: ({ self, args: [first] }) =>
    first && self.text !== undefined ? joinItems(first, self.text) : undefined,
  format,
  replace: replaceAll,
  split,
  splitlines: ({ self, ...call }) => split({ ...call, self, args: [literal('\n')] }),
  strip: onSelf((text, args) => (args.length === 0 ? text.trim() : text)),
  lstrip: onSelf((text) => text),
  rstrip: onSelf((text) => text),
  lower: onSelf((text) => text.toLowerCase()),
  upper: onSelf((text) => text.toUpperCase()),
  encode: ({ self }) => (self.text === undefined ? undefined : asBytes(self)),
  decode: ({ self, args: [name], at }) =>
    self.text === undefined ? undefined : (decodedByName(self, name?.text, at) ?? asText(self)),
  translate: () => undefined,
  copy: keepsSelf,
  items: ({ self }) => {
    if (self.entries === undefined) return self;
    const items = [...self.entries].map(([key, value]) => ({
      dynamic: true,
      sources: value.sources,
      items: [literal(key), value],
    }));
    return { dynamic: true, sources: self.sources, items };
  },
  values: ({ self }) =>
    self.entries && { dynamic: true, sources: self.sources, items: [...self.entries.values()] },
  get: ({ self, args: [key, other] }) => {
    if (self.entries === undefined || key?.text === undefined) return undefined;
    return self.entries.get(key.text) ?? other;
  },
  hex: () => undefined,
};
