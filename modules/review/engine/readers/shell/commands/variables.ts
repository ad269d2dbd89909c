/** Builtins that change the state of the shell, and programs that show its environment. */
import type { Source } from '../../../facts.js';
import { from, joined, literal, nothing, unknown, type Flow } from '../flow.js';
import { names, optionsOf } from '../options.js';
import type { Call, Handler, Session } from '../session.js';

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;

function assign(args: readonly Flow[], session: Session): void {
  for (const arg of args) {
    const [head = '', name = ''] = ASSIGNMENT.exec(arg.text) ?? [];
    // an array has been set where its elements were read
    if (name !== '' && (arg.text.length > head.length || !session.variables.has(name)))
      session.variables.set(name, { value: from(arg, head.length) });
  }
}

/** All variables, as one source. */
export function everything({ at }: Call, session: Session): Flow {
  session.add('environment', at, { name: '*' });
  const source: Source = { kind: 'environment', name: '*', at };
  return unknown('environment', [source]);
}

const declare: Handler = (call, session) => {
  const { args } = call;
  const shows = args.every(({ text }) => text.startsWith('-'));
  if (shows && (args.length > 0 || call.name !== 'local')) return everything(call, session);
  assign(args, session);
  return nothing;
};

const printenv: Handler = (call, session) => {
  const { args, at } = call;
  const list = optionsOf(args, new Set()).rest;
  if (list.length === 0) return everything(call, session);
  for (const { text } of list) session.add('environment', at, { name: text });
  return joined(
    list.map(({ text }) => unknown(text, [{ kind: 'environment', name: text, at }])),
    '\n',
  );
};

/** That are kept: `set -- "$@" "$@"` doubles them. */
const MOST_ARGUMENTS = 256;

const set: Handler = (call, session) => {
  const { args } = call;
  if (args.length === 0) return everything(call, session);
  const values = args[0]?.text === '--' ? args.slice(1, MOST_ARGUMENTS) : [];
  for (const [index, value] of values.entries())
    session.variables.set(String(index + 1), { value });
  if (values.length > 0) session.variables.set('@', { value: joined(values, ' '), items: values });
  return nothing;
};

const read: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, names('-p -t -n -N -d -u -a -i'));
  const { input, at } = call;
  const value = input ?? unknown('input', [{ kind: 'input', at }]);
  const one = rest.length === 1 && !value.text.trim().includes('\n');
  for (const { text } of rest.length === 0 ? [literal('REPLY')] : rest)
    session.variables.set(text, { value: one ? value : unknown(text, value.sources) });
  return nothing;
};

const mapfile: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, names('-d -n -O -s -u'));
  const value = unknown(rest[0]?.text ?? 'MAPFILE', call.input?.sources ?? []);
  session.variables.set(rest[0]?.text ?? 'MAPFILE', { value, items: [value] });
  return nothing;
};

const alias: Handler = ({ args }, session) => {
  for (const { text } of args) {
    const equals = text.indexOf('=');
    // an alias of itself only adds options
    if (equals > 0) session.aliases.set(text.slice(0, equals), text.slice(equals + 1));
  }
  return nothing;
};

const cd: Handler = ({ args }, session) => {
  const [path] = optionsOf(args, new Set()).rest;
  if (path?.text === '-') session.folder = '';
  else session.folder = path === undefined ? '~' : session.path(path).text;
  return nothing;
};

const popd: Handler = (_call, session) => {
  session.folder = '';
  return nothing;
};

const history: Handler = ({ at, args }) =>
  unknown('history', [
    { kind: 'command', name: 'history', args: args.map(({ text }) => text).join(' '), at },
  ]);

export const variables: Readonly<Record<string, Handler>> = {
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  printenv,
  set,
  read,
  mapfile,
  readarray: mapfile,
  alias,
  cd,
  pushd: cd,
  popd,
  history,
  true: () => nothing,
  false: () => nothing,
  ':': () => nothing,
  unset: ({ args }, session) => {
    for (const { text } of args) session.variables.delete(text);
    return nothing;
  },
  shift: (_call, session) => {
    const items = session.variables.get('@')?.items;
    if (items === undefined) return nothing;
    const rest = items.slice(1);
    for (let index = 0; index < items.length; index++)
      session.variables.set(String(index + 1), { value: rest[index] ?? nothing });
    session.variables.set('@', { value: joined(rest, ' '), items: rest });
    return nothing;
  },
};
