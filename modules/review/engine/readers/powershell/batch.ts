/** Batch files of Windows, line by line: variables, pipes and the commands of `cmd` itself. */
import { ownValue } from '../../../../../toolbox/own-value.js';
import type { Reader } from '../../facts.js';
import { spanAt, type At } from '../../unit.js';
import { disguise, joined, literal, nothing, unknown, withText, type Flow } from '../shell/flow.js';
import { programOf } from '../shell/paths.js';
import { plain, type Call, type Session } from '../shell/session.js';
import { newWalker } from '../shell/shell.js';
import { callOf, started } from './methods.js';

/** Reads a batch file; programs that it starts are read as those of a shell. */
export const readBatch: Reader = (unit) => {
  const walker = newWalker(unit);
  const { session } = walker;
  let offset = 0;
  for (const line of unit.text.replace(/\^\r?\n/g, (end) => ' '.repeat(end.length)).split('\n')) {
    if (!/^\s*(?:@?rem\b|::|:\w)/i.test(line))
      readLine(line, session, spanAt(unit, offset, offset + line.length));
    offset += line.length + 1;
  }
  walker.finish();
  return session.reading();
};

/** Commands of a line, between `&`, `|` and brackets that are not in quotation marks. */
const SEPARATOR = /"[^"\n]*"?|\|\||&&?|\||[()]/g;

function readLine(line: string, session: Session, at: At): void {
  let start = 0;
  let input: Flow | undefined;
  const run = (end: number, piped: boolean): void => {
    const output = readCommand(line.slice(start, end), { session, at, input });
    input = piped ? output : undefined;
  };
  for (const { 0: sign, index } of line.matchAll(SEPARATOR)) {
    if (sign.startsWith('"') || line[index - 1] === '>' || line[index - 1] === '^') continue;
    run(index, sign === '|');
    start = index + sign.length;
  }
  run(line.length, false);
}

interface Around {
  readonly session: Session;
  readonly at: At;
  readonly input: Flow | undefined;
}

/** What stands in front of a command. */
const FRONT =
  /^[\s@]*(?:(?:if(?:\s+\/i)?(?:\s+not)?\s+(?:exist\s+\S+|defined\s+\S+|errorlevel\s+\d+|\S+\s*==\s*\S+)|else|do|call|for\s.{0,300}?\sin|start(?:\s+"[^"]*"|\s+\/\w+)*)\s+)*/i;
const TARGET = /(?:^|\s|[^\d>])1?(>>?)\s*("[^"]*"|[^\s"&|<>]+)/;
const SET = /^set\s+(?:\/[ap]\s+)?"?([^=\s"]+)=([^"]*)"?\s*$/i;

function readCommand(text: string, around: Around): Flow {
  const { session, at } = around;
  const own = text.replace(FRONT, '').trim().replace(/^'|'$/g, '');
  const [, name, value = ''] = SET.exec(own) ?? [];
  if (name !== undefined) {
    session.variables.set(name.toLowerCase(), { value: expanded(value, around) });
    return nothing;
  }
  const [whole = '', operator, path = ''] = TARGET.exec(own) ?? [];
  const output = commandOf(operator === undefined ? own : own.replace(whole, ' '), around);
  const target = expanded(path.replace(/"/g, ''), around);
  if (operator !== undefined && !/^(?:nul|&\d|con)$/i.test(target.text))
    session.write(target, output, { at, append: operator === '>>' });
  return output;
}

function commandOf(text: string, around: Around): Flow {
  const { session, at, input } = around;
  const words = Array.from(text.matchAll(/(?:"[^"]*"?|[^\s"])+/g), ([word]) =>
    expanded(word, around),
  );
  const [program, ...args] = words.flatMap((word, index) => (index === 0 ? split(word) : [word]));
  if (program === undefined) return nothing;
  const name = programOf(program.text.replace(/^.*\\(?=[^\\]+\.exe$)/i, '')).toLowerCase();
  const call: Call = { ...callOf(name, args, at), input };
  if (program.disguised)
    session.add('execute', at, {
      how: 'program',
      program: name,
      sources: [],
      text: plain(joined([program, ...args], ' ')),
      disguised: true,
    });
  const builtIn = ownValue(BUILT_IN, name);
  if (builtIn !== undefined) {
    session.add('run', at, { name, args, elevated: false, sets: [] });
    return builtIn(call, session);
  }
  return /[\\/.]/.test(program.text)
    ? started(program, args, { call, session })
    : session.dispatch(call);
}

/** The first word may hold a whole command that a variable brought. */
const split = (word: Flow): readonly Flow[] =>
  word.text
    .trim()
    .split(/\s+/)
    .map((text) => withText(word, text));

type BuiltIn = (call: Call, session: Session) => Flow;

const pathsOf = ({ args }: Call): readonly Flow[] => args.filter(({ text }) => !/^\/\w/.test(text));

const remove: BuiltIn = (call, session) => {
  const recursive = call.args.some(({ text }) => /^\/s$/i.test(text));
  for (const path of pathsOf(call))
    session.add('delete', call.at, { path: plain(session.path(path)), recursive });
  return nothing;
};

const copy: BuiltIn = (call, session) => {
  const [origin, to] = pathsOf(call);
  if (origin !== undefined && to !== undefined)
    session.write(to, session.read(origin, call.at), { at: call.at });
  return nothing;
};

const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  del: remove,
  erase: remove,
  rd: remove,
  rmdir: remove,
  copy,
  xcopy: copy,
  move: copy,
  type: (call, session) =>
    joined(
      pathsOf(call).map((path) => session.read(path, call.at)),
      '\n',
    ),
  echo: ({ args }) => joined(args, ' '),
  set: (call, session) => {
    session.add('environment', call.at, { name: '*' });
    return unknown('environment', [{ kind: 'environment', name: '*', at: call.at }]);
  },
};

const VARIABLE =
  /%(\w+)(?::~(-?\d+)(?:,(-?\d+))?|:([^=%]+)=([^%]*))?%|!(\w+)!|\^(.)|"|%~?[*\d]|%%~?\w*/g;
const PLAIN = new Set([
  'userprofile',
  'homepath',
  'temp',
  'tmp',
  'path',
  'cd',
  'appdata',
  'localappdata',
  'windir',
  'systemroot',
  'comspec',
  'programfiles',
  'errorlevel',
  'random',
  'date',
  'time',
]);

/** A word with its variables; carets and quotation marks go. */
function expanded(word: string, around: Around): Flow {
  const pieces: Flow[] = [];
  let end = 0;
  for (const found of word.matchAll(VARIABLE)) {
    pieces.push(literal(word.slice(end, found.index)), piece(found, around));
    end = found.index + found[0].length;
  }
  const known = [...pieces, literal(word.slice(end))].filter(({ text }) => text !== '');
  const whole = joined(known);
  return known.length > 1 && known.every(isShort) ? disguise(whole) : whole;
}

/** A few letters of a word that is put together. */
const isShort = ({ text, dynamic }: Flow): boolean => !dynamic && /^\w{1,8}$/.test(text);

function piece(found: RegExpExecArray, around: Around): Flow {
  const { 0: sign, 1: name, 6: late, 7: escaped } = found;
  if (escaped !== undefined) return literal(escaped);
  const read = name ?? late;
  if (read !== undefined) return edited(variable(read.toLowerCase(), around), found);
  if (sign === '"') return nothing;
  return unknown('argument', [{ kind: 'input', at: around.at }]);
}

function variable(name: string, { session, at }: Around): Flow {
  const own = session.variables.get(name);
  if (own !== undefined) return own.value;
  if (name === 'userprofile') return literal('~');
  if (PLAIN.has(name)) return unknown(name);
  session.add('environment', at, { name: name.toUpperCase() });
  return unknown(name, [{ kind: 'environment', name: name.toUpperCase(), at }]);
}

/** `%name:~from,count%` and `%name:this=that%`. */
function edited(value: Flow, [, , start, count, pattern, by = '']: RegExpExecArray): Flow {
  if (value.dynamic) return value;
  if (pattern !== undefined) return disguise(withText(value, value.text.split(pattern).join(by)));
  if (start === undefined) return value;
  const rest = value.text.slice(Number(start));
  return disguise(withText(value, count === undefined ? rest : rest.slice(0, Number(count))));
}
