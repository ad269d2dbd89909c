/** Commands that start the command in their arguments. */
import { joined, literal, nothing, type Flow } from '../flow.js';
import { has, names, optionsOf, valuesOf } from '../options.js';
import { programOf } from '../paths.js';
import type { Call, Handler, Session } from '../session.js';
import { everything } from './variables.js';

/** Starts the words as a command, with what the outer one was given. */
export function started(words: readonly Flow[], call: Call, session: Session): Flow | undefined {
  const [program, ...args] = words;
  if (program === undefined) return undefined;
  return session.dispatch({ ...call, name: programOf(program.text), args });
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=/;

/** Assignments in front of a command, as `env` and `sudo` take them. */
function unassigned(words: readonly Flow[], call: Call): { words: readonly Flow[]; call: Call } {
  const first = words.findIndex(({ text }) => !ASSIGNMENT.test(text));
  const count = first === -1 ? words.length : first;
  const sets = words.slice(0, count).map(({ text }) => ASSIGNMENT.exec(text)?.[1] ?? '');
  return { words: words.slice(count), call: { ...call, sets: [...call.sets, ...sets] } };
}

/** Options with a value; how many arguments stand before the command. */
const wrapper =
  (valued = '', before = 0): Handler =>
  (call, session) => {
    const { rest } = optionsOf(call.args, names(valued), true);
    const inner = unassigned(rest.slice(before), call);
    return started(inner.words, inner.call, session);
  };

const sudo: Handler = (call, session) => {
  const valued = names('-u -g -h -p -C -r -t -U --user --group');
  const { rest } = optionsOf(call.args, valued, true);
  const inner = unassigned(rest, { ...call, elevated: true });
  return started(inner.words, inner.call, session);
};

const env: Handler = (call, session) => {
  const { rest } = optionsOf(call.args, names('-u -C -S --unset --chdir'), true);
  const inner = unassigned(rest, call);
  if (inner.words.length === 0) return everything(call, session);
  return started(inner.words, inner.call, session);
};

const su: Handler = (call, session) => {
  const options = optionsOf(call.args, names('-c --command -s --shell'));
  const [text] = valuesOf(options, '-c', '--command');
  return text === undefined ? undefined : session.run(text, call.at);
};

/** A command on another machine or in a container: read as if it ran here. */
const remote =
  (valued: string, before: number): Handler =>
  (call, session) => {
    const { rest } = optionsOf(call.args, names(valued), true);
    const words = rest.slice(before).filter(({ text }) => text !== '--');
    return words.length === 1
      ? session.run(words[0] as Flow, call.at, call.input)
      : started(words, call, session);
  };

const SUBCOMMANDS = new Set(['exec', 'run']);

const container: Handler = (call, session) => {
  const at = call.args.findIndex(({ text }) => SUBCOMMANDS.has(text));
  if (at === -1 || at > 3) return undefined;
  const valued =
    '-u --user -e --env -w --workdir -v --volume -p --publish --name --network --mount --entrypoint -n --namespace -c --container --env-file --platform -m --memory --cpus --user --add-host --device --cap-add --restart -h --hostname -l --label -f --file';
  return remote(valued, 1)({ ...call, args: call.args.slice(at + 1) }, session);
};

const xargs: Handler = (call, session) => {
  const options = optionsOf(
    call.args,
    names('-I -n -P -L -d -a -s -E --max-args --max-procs'),
    true,
  );
  const [place] = valuesOf(options, '-I');
  const item = call.input ?? nothing;
  const words =
    place === undefined
      ? [...options.rest, item]
      : options.rest.map((word) => replaced(word, place.text, item));
  return started(words, { ...call, input: undefined }, session);
};

function replaced(word: Flow, place: string, item: Flow): Flow {
  const pieces = word.text.split(place);
  return joined(
    pieces.flatMap((text, index) => (index === 0 ? [literal(text)] : [item, literal(text)])),
  );
}

const find: Handler = (call, session) => {
  const { args } = call;
  const { roots, named, exec } = searched(args);
  const found = joined([roots[0] ?? literal('.'), literal('/'), named ?? literal('*')]);
  const removes = args.some(({ text }) => text === '-delete') || REMOVERS.test(exec[0]?.text ?? '');
  if (removes)
    for (const root of roots)
      session.add('delete', call.at, {
        path: session.path(named === undefined ? root : found),
        recursive: true,
      });
  if (exec.length === 0) return withPath(found, call);
  return started(
    exec.map((word) => (word.text.includes('{}') ? replaced(word, '{}', found) : word)),
    call,
    session,
  );
};

const REMOVERS = /^(?:rm|shred|srm|unlink)$/;

/** Folders of a search, the names that it looks for, and the command for each file. */
function searched(args: readonly Flow[]): {
  readonly roots: readonly Flow[];
  readonly named: Flow | undefined;
  readonly exec: readonly Flow[];
} {
  const first = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const name = args.findIndex(({ text }) => /^-i?(?:name|path)$/.test(text));
  const start = args.findIndex(({ text }) => /^-(?:exec|execdir|ok)$/.test(text));
  const rest = start === -1 ? [] : args.slice(start + 1);
  const end = rest.findIndex(({ text }) => text === ';' || text === '+' || text === '\\;');
  return {
    roots: args.slice(0, first === -1 ? args.length : first),
    named: name === -1 ? undefined : args[name + 1],
    exec: end === -1 ? rest : rest.slice(0, end),
  };
}

const withPath = (path: Flow, { at }: Call): Flow => ({
  ...path,
  sources: [{ kind: 'command', name: 'find', args: path.text, at }],
});

const ssh: Handler = (call, session) => {
  const options = optionsOf(
    call.args,
    names('-i -p -l -o -F -J -L -R -D -W -b -c -E -e -I -m -O -Q -S -w'),
    true,
  );
  const [host, ...words] = options.rest;
  if (host === undefined) return undefined;
  session.add('request', call.at, {
    tool: 'ssh',
    url: { text: `ssh://${host.text}`, dynamic: host.dynamic },
    sends: call.input?.sources ?? [],
    credentials: [],
    shows: words.length > 0,
    insecure: valuesOf(options, '-o').some(({ text }) => /StrictHostKeyChecking=no/i.test(text)),
  });
  if (has(options, '-R')) session.add('listen', call.at, { shell: false, address: host });
  if (words.length === 0 && call.input?.line !== undefined)
    return session.run(call.input, { ...call.at, line: call.input.line });
  if (words.length > 0) session.run(joined(words, ' '), call.at, call.input);
  return undefined;
};

/** `command -v name` only asks. */
const command: Handler = (call, session) =>
  /^-[vV]/.test(call.args[0]?.text ?? '') ? undefined : wrapper('')(call, session);

const NAMES = [
  'nohup',
  'builtin',
  'setsid',
  'stdbuf',
  'unbuffer',
  'caffeinate',
  'busybox',
  'then',
  'do',
  'else',
  'time',
  'coproc',
  'proxychains',
  'torsocks',
  'torify',
  'eatmydata',
  'fakeroot',
];

export const wrappers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, wrapper('-i -o -e')])),
  command,
  sudo,
  doas: sudo,
  pkexec: sudo,
  env,
  su,
  runuser: su,
  exec: wrapper('-a'),
  nice: wrapper('-n'),
  ionice: wrapper('-c -n -p'),
  timeout: wrapper('-s -k --signal --kill-after', 1),
  gtimeout: wrapper('-s -k', 1),
  watch: remote('-n -d --interval', 0),
  flock: wrapper('-w -E', 1),
  chroot: wrapper('', 1),
  strace: wrapper('-o -e -p'),
  parallel: xargs,
  xargs,
  find,
  ssh,
  docker: container,
  podman: container,
  kubectl: container,
  'systemd-run': wrapper('--unit -p --property --on-calendar --on-active'),
};
