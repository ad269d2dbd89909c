import type { NoticeKind } from './notice.js';

/** Short ASCII strings in marshalled Python, interned or not. */
const SHORT_TYPES = new Set([0x7a, 0x5a, 0xfa, 0xda]);
const IDENTIFIER = /^[A-Za-z]\w{1,60}$/;
const HEADER = 16;
/** Names of what harms: one of them that the source lacks is enough. */
const TELLING =
  /^(?:os|subprocess|socket|urllib|requests|httpx|base64|ctypes|system|popen|Popen|eval|exec|urlopen|environ|marshal|b64decode)$/;
/** Names that the compiler adds. */
const MOST_OTHERS = 3;

/** Path of the source of compiled Python. */
export function sourceOf(path: string): string {
  return path
    .replace(/(^|\/)__pycache__\//, '$1')
    .replace(/(?:\.cpython-\d+)?(?:\.opt-\d)?\.py[co]$/, '.py');
}

/** Whether compiled Python has a source beside it, and the same names. */
export function bytecodeNotices(
  bytes: Buffer,
  source: Buffer | undefined,
): { kind: NoticeKind; detail: string }[] {
  if (source === undefined)
    return [{ kind: 'bytecode-alone', detail: 'Its source is not in the bundle.' }];
  const known = new Set(source.toString('utf8').match(/\w+/g));
  const unknown = namesIn(bytes).filter((name) => !known.has(name));
  const differs = unknown.length > MOST_OTHERS || unknown.some((name) => TELLING.test(name));
  if (!differs) return isStale(bytes, source) ? [STALE] : [];
  const names = unknown.slice(0, 5).join(', ');
  return [{ kind: 'bytecode-differs', detail: `Its source does not have ${names}.` }];
}

const STALE: { kind: NoticeKind; detail: string } = {
  kind: 'bytecode-stale',
  detail: 'It says that its source has another size.',
};

/** Compiled files name the size of their source, unless they name its hash. */
const isStale = (bytes: Buffer, source: Buffer): boolean =>
  bytes.readUInt32LE(4) === 0 && bytes.readUInt32LE(12) !== source.length % 2 ** 32;

function namesIn(bytes: Buffer): string[] {
  const names = new Set<string>();
  for (let at = HEADER; at < bytes.length - 1; at++) {
    if (!SHORT_TYPES.has(bytes[at] as number)) continue;
    const from = at + 2;
    const text = bytes.toString('latin1', from, from + (bytes[at + 1] as number));
    if (IDENTIFIER.test(text)) names.add(text);
  }
  return [...names];
}
