/** Programs that pass text on: printed, filtered, edited. */
import { disguise, joined, literal, nothing, unknown, withText, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf } from '../options.js';
import type { Call, Handler, Session } from '../session.js';

const echo: Handler = ({ args }) => {
  const flags = args.findIndex(({ text }) => !/^-[neE]+$/.test(text));
  const rest = joined(flags === -1 ? [] : args.slice(flags), ' ');
  const escapes = args.slice(0, Math.max(flags, 0)).some(({ text }) => text.includes('e'));
  return escapes ? escaped(rest) : rest;
};

const ESCAPE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|0?([0-7]{1,3})|([nrtab\\e]))/g;
const NUMBERED = /\\(?:x[\da-f]{2}|u[\da-f]{4}|0?[0-7]{2,3})/i;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Backslash escapes as `printf` and `echo -e` read them; letters that are written as numbers hide something. */
export function escaped(flow: Flow): Flow {
  const text = flow.text.replace(ESCAPE, (...groups: (string | undefined)[]) => {
    const [, hex, wide, octal, control] = groups;
    if (control !== undefined) return CONTROLS[control] ?? '';
    const code = octal === undefined ? parseInt(hex ?? wide ?? '', 16) : parseInt(octal, 8);
    return String.fromCharCode(code);
  });
  const plain = withText(flow, text);
  return NUMBERED.test(flow.text) ? disguise(plain) : plain;
}

/** A format with its arguments; what is left of them repeats the format. */
export function formatted(args: readonly Flow[]): Flow {
  const [format, ...values] = args;
  if (format === undefined) return nothing;
  let index = 0;
  const text = (): string =>
    escaped(format).text.replace(/%(?:-?[\d.]*)([sdbqcxi%])/g, (_, kind: string) =>
      kind === '%' ? '%' : (values[index++]?.text ?? ''),
    );
  let whole = text();
  while (index > 0 && index < values.length && whole.length < 100_000) whole += text();
  return { ...joined([escaped(format), ...values]), text: whole };
}

/** A file without a name of its own; the number tells one from the other. */
const mktemp: Handler = (_, session) => literal(`/tmp/made-${session.facts.length}`);

const printf: Handler = ({ args }, session) => {
  const [option, name] = args;
  if (option?.text !== '-v' || name === undefined) return formatted(args);
  session.variables.set(name.text, { value: formatted(args.slice(2)) });
  return nothing;
};

/** Contents of the files that are named, or the input. */
export function inputOf(call: Call, session: Session, paths: readonly Flow[]): Flow {
  const { input, at } = call;
  const read = paths.map((path) =>
    path.text === '-' || path.text === '/dev/stdin' ? (input ?? nothing) : session.read(path, at),
  );
  return read.length === 0 ? (input ?? nothing) : joined(read, '\n');
}

const cat: Handler = (call, session) =>
  inputOf(call, session, optionsOf(call.args, new Set()).rest);

/** Options with a value, and how many arguments stand before the files. */
const filter =
  (valued: string, before = 0): Handler =>
  (call, session) => {
    const options = optionsOf(call.args, names(valued));
    const patterns = has(options, '-e', '-f', '--regexp', '--file') ? 0 : before;
    const flow = inputOf(call, session, options.rest.slice(patterns));
    return unknown(call.name, flow.sources);
  };

const SUBSTITUTION = /^s(.)([^\\]*?)\1([^\\]*?)\1([gI]*)$/;

const sed: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-e -f --expression --file'));
  const scripted = has(options, '-e', '-f', '--expression', '--file');
  const script = valuesOf(options, '-e', '--expression')[0] ?? options.rest[0];
  const paths = scripted ? options.rest : options.rest.slice(1);
  if (has(options, '-i', '--in-place')) return inPlace(call, session, paths);
  const flow = inputOf(call, session, paths);
  const text = flow.dynamic ? undefined : substituted(flow.text, script?.text ?? '');
  return text === undefined ? unknown('sed', flow.sources) : withText(flow, text);
};

/** A text after `s/one/other/` without patterns. */
function substituted(text: string, script: string): string | undefined {
  const [, , pattern, by = '', flags = ''] = SUBSTITUTION.exec(script) ?? [];
  if (pattern === undefined || /[.*[\]^$+?()&]/.test(pattern + by)) return undefined;
  const pieces = text.split(pattern);
  const [first = ''] = pieces;
  if (flags.includes('g')) return pieces.join(by);
  return pieces.length < 2 ? text : `${first}${by}${pieces.slice(1).join(pattern)}`;
}

function inPlace(call: Call, session: Session, paths: readonly Flow[]): Flow {
  const text = joined(call.args, ' ');
  for (const path of paths) session.write(path, text, { at: call.at, append: true });
  return nothing;
}

const tee: Handler = (call, session) => {
  const options = optionsOf(call.args, new Set());
  const flow = call.input ?? unknown('input', [{ kind: 'input', at: call.at }]);
  const append = has(options, '-a', '--append');
  for (const path of options.rest)
    if (!/^\/dev\/(?:null|tty|std)/.test(path.text))
      session.write(path, flow, { at: call.at, append });
  return flow;
};

export const textTools: Readonly<Record<string, Handler>> = {
  echo,
  printf,
  mktemp,
  cat,
  tac: cat,
  bat: cat,
  less: cat,
  more: cat,
  nl: cat,
  head: filter('-n -c --lines --bytes'),
  tail: filter('-n -c --lines --bytes -s'),
  grep: filter('-e -f -m -A -B -C --include --exclude --exclude-dir --regexp --file', 1),
  egrep: filter('-e -f -m -A -B -C', 1),
  fgrep: filter('-e -f -m -A -B -C', 1),
  rg: filter('-e -f -m -A -B -C -g -t --glob --type', 1),
  zgrep: filter('-e -m', 1),
  awk: filter('-F -v -f', 1),
  gawk: filter('-F -v -f', 1),
  jq: filter('--arg --argjson --indent -f', 1),
  yq: filter('-o -p', 1),
  cut: filter('-d -f -c -b'),
  sort: filter('-k -t -o'),
  uniq: filter(''),
  fold: filter('-w'),
  paste: filter('-d'),
  strings: filter('-n'),
  od: filter('-A -t -N -j'),
  hexdump: filter('-e -n -s'),
  iconv: filter('-f -t'),
  sed,
  tee,
  sponge: tee,
};
