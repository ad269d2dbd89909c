/** What runs text or files as programs. */
import type { Language } from '../../../unit.js';
import {
  decodings,
  isReadable,
  joined,
  literal,
  withText,
  nothing,
  unknown,
  type Flow,
} from '../flow.js';
import { has, names, optionsOf, valuesOf } from '../options.js';
import { ranFile } from './run-file.js';
import { pythonModule } from './installers.js';
import { plain, type Call, type Handler, type Session } from '../session.js';

interface Executing {
  readonly call: Call;
  readonly language: Language;
}

/** Records that text is run, and reads it. */
export function executed(flow: Flow, how: Executing, session: Session): Flow {
  const { call, language } = how;
  const { sources } = flow;
  session.add('execute', call.at, {
    how: language === 'shell' ? 'shell' : 'code',
    program: call.name,
    sources,
    text: plain(flow),
    disguised: flow.disguised,
  });
  if (!isReadable(flow)) return unknown(call.name, sources);
  if (language === 'shell' && decodings(flow).length === 0)
    return session.run(flow, flow.line === undefined ? call.at : { ...call.at, line: flow.line });
  session.nest(language, flow, call.at);
  return unknown(call.name, sources);
}

const SHELL_OPTIONS = names('-c -o +o -O +O --rcfile --init-file');

const shell: Handler = (call, session) => {
  const options = optionsOf(call.args, SHELL_OPTIONS, true);
  const clustered = [...options.given.keys()].includes('-c');
  const [text] = valuesOf(options, '-c');
  if (clustered && text !== undefined) {
    setArguments(options.rest.slice(1), session);
    return executed(text, { call, language: 'shell' }, session);
  }
  const [path] = options.rest;
  const fromInput = has(options, '-s') || path?.text === '-' || path?.text === '/dev/stdin';
  if (path !== undefined && !fromInput) return script(path, { call, language: 'shell' }, session);
  if (call.input === undefined) return undefined;
  return executed(call.input, { call, language: 'shell' }, session);
};

function setArguments(values: readonly Flow[], session: Session): void {
  for (const [index, value] of values.slice(0, 9).entries())
    session.variables.set(String(index + 1), { value });
}

/** A script that is given by its path; that of a process substitution is text. */
function script(path: Flow, how: Executing, session: Session): Flow {
  if (!path.text.startsWith('/dev/fd/')) return ranFile(path, how.call, session);
  return executed(session.written(path) ?? path, how, session);
}

const source: Handler = (call, session) => {
  const [path] = call.args;
  if (path === undefined) return undefined;
  const content = path.text === '/dev/stdin' ? call.input : session.written(path);
  if (path.text.startsWith('/dev/') && content !== undefined)
    return executed(content, { call, language: 'shell' }, session);
  return ranFile(path, call, session);
};

const evaluated: Handler = (call, session) => {
  const text = joined(call.args, ' ');
  return text.text === '' ? nothing : executed(text, { call, language: 'shell' }, session);
};

/** Language, options that take code, options that take some other value. */
const interpreter =
  (language: Language | undefined, code: string, valued = ''): Handler =>
  (call, session) => {
    const codes = code.split(' ');
    const options = optionsOf(call.args, names(`${code} ${valued}`), true);
    const text = valuesOf(options, ...codes)[0];
    const run = { call, language: language ?? 'text' };
    if (text !== undefined) return executed(text, run, session);
    const [module] = valuesOf(options, '-m');
    if (module !== undefined) return pythonModule(module.text, options.rest, { call, session });
    const [path] = options.rest;
    if (path !== undefined && path.text !== '-') return script(path, run, session);
    return call.input === undefined ? undefined : executed(call.input, run, session);
  };

/** Programs that open or install the file that they are given. */
const opener =
  (valued = ''): Handler =>
  (call, session) => {
    for (const path of optionsOf(call.args, names(valued)).rest)
      if (session.written(path) !== undefined) ranFile(path, call, session);
    return undefined;
  };

const trap: Handler = (call, session) => {
  const [text] = optionsOf(call.args, new Set()).rest;
  return text === undefined || /^[A-Z]*$/.test(text.text) ? nothing : session.run(text, call.at);
};

/** Text that runs later, from the input. */
const scheduled: Handler = (call, session) => {
  if (call.input !== undefined && !call.input.dynamic) session.run(call.input, call.at);
  return undefined;
};

/** When a line of a table of jobs runs: five fields, or a name. */
const SCHEDULE = /^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\d*/,A-Za-z-]+)[ \t]+/gm;

const crontab: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-u'));
  const [path] = options.rest;
  if (has(options, '-l', '-e', '-r')) return undefined;
  const table = path === undefined || path.text === '-' ? call.input : session.written(path);
  if (table === undefined) return undefined;
  const { at } = call;
  const { sources } = table;
  session.add('write', at, {
    path: plain(literal('/var/spool/cron')),
    append: false,
    content: plain(table),
    sources,
  });
  session.run(withText(table, table.text.replace(SCHEDULE, '')), at);
  return nothing;
};

/** The names of Python, with the versions that people write. */
const versions = (name: string, list: string): readonly string[] => [
  name,
  ...list.split(' ').map((version) => `${name}${version}`),
];

const many = (list: readonly string[], handler: Handler): Record<string, Handler> =>
  Object.fromEntries(list.map((name) => [name, handler]));

const DENO_OPTIONS = names('-c --config --import-map --lock --env-file -L --log-level --cert');

export const execution: Readonly<Record<string, Handler>> = {
  ...many(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'rbash'], shell),
  ...many(
    versions('python', '2 3 2.7 3.8 3.9 3.10 3.11 3.12 3.13 3.14'),
    interpreter('python', '-c', '-W -X -m'),
  ),
  ...many(
    ['node', 'nodejs', 'bun', 'tsx'],
    interpreter('javascript', '-e -p --eval --print -pe', '-r --require --import'),
  ),
  perl: interpreter('perl', '-e -E -ne -pe -le', '-I -M -m'),
  ruby: interpreter('ruby', '-e -ne -pe', '-I -r'),
  lua: interpreter('lua', '-e', '-l'),
  Rscript: interpreter(undefined, '-e'),
  php: interpreter('php', '-r', '-d'),
  osascript: interpreter('applescript', '-e', '-l'),
  deno: (call, session) => {
    const [command, ...args] = call.args;
    if (command?.text === 'eval')
      return interpreter('typescript', '--eval')(
        {
          ...call,
          args:
            args.length > 0
              ? [
                  { ...nothing, text: '--eval' },
                  ...args.filter(({ text }) => !text.startsWith('-')),
                ]
              : [],
        },
        session,
      );
    const [path] = optionsOf(args, DENO_OPTIONS).rest;
    return command?.text === 'run' && path !== undefined
      ? script(path, { call, language: 'typescript' }, session)
      : undefined;
  },
  source,
  '.': source,
  eval: evaluated,
  trap,
  crontab,
  at: scheduled,
  batch: scheduled,
  ...many(
    ['open', 'xdg-open', 'installer', 'dpkg', 'rpm', 'wine', 'start', 'java'],
    opener('-pkg -target -a -i'),
  ),
};
