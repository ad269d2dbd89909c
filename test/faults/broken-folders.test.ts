import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExitCode } from 'svc-registry/kernel';
import { mapLimited } from '../../toolbox/map-limited.js';
import { describeOnSqlite } from '../contract/databases.js';
import {
  ADMIN,
  newRepository,
  openRegistryServer,
  signIn,
  writePlugin,
  type RegistryServer,
} from '../e2e/registry-server.js';
import { everyCommand, type WalkedCommand, type WalkPlace } from './harness/every-command.js';
import { LONG, sampleOf } from './harness/rounds.js';
import { NO_VOLUMES } from './harness/volumes.js';

/** Two processors are kept busy. */
const AT_ONCE = 3;
/** What serves until it is asked to end is asked after so many seconds. */
const TIME_LIMIT = '20';

/** What commands meet in each run of the tests: by day a sample of them, a larger one of those that work on this machine. */
const WHOLE = 'files in place of folders';

/** What may be wrong with all folders at once. */
interface Trouble {
  readonly disturb?: (location: WalkPlace) => Promise<unknown>;
  /** Shell text that ends in the command; the folders are its variables. */
  readonly within?: string;
  /** Commands that fail because of it, and what they have to name. */
  readonly fail: Readonly<Record<string, (location: WalkPlace) => string>>;
  /** Why it cannot be made here. */
  readonly missing?: string | undefined;
}

const fileAt = async (path: string) => {
  await rm(path, { recursive: true, force: true });
  await writeFile(path, '');
};
const folderAt = async (path: string) => {
  await rm(path, { recursive: true, force: true });
  await mkdir(path);
};

const scenario = {
  'task.md': 'Make tea.\n',
  'criteria.json': JSON.stringify({
    context: 'Tea',
    type: 'weighted_checklist',
    checklist: [{ name: 'Minutes', description: 'It draws for 3 minutes', max_score: 1 }],
  }),
};

const FOLDERS = ['"$project"', '"$home"', '"$data"'];
const readOnly = FOLDERS.map(
  (folder) => `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder}`,
);
const full = FOLDERS.map(
  (folder) =>
    `mv ${folder} ${folder}.kept && mkdir ${folder} && mount -t tmpfs -o size=4m none ${folder} && cp -a ${folder}.kept/. ${folder} && { cat /dev/zero > ${folder}/ballast 2> /dev/null || true; }`,
);
/** Root may read and write everything. */
const asNobody = 'exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@"';
const NO_OTHER_USER =
  spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'true']).status === 0
    ? undefined
    : 'run as root, with setpriv';

const inProject =
  (file = '') =>
  ({ project }: WalkPlace) =>
    join(project, file);
const inHome =
  (file = '') =>
  ({ home }: WalkPlace) =>
    join(home, file);
const inData =
  (file = '') =>
  ({ data }: WalkPlace) =>
    join(data, file);
const always = (text: string) => () => text;

const allOf = (names: readonly string[], named: (location: WalkPlace) => string): Trouble['fail'] =>
  Object.fromEntries(names.map((name) => [name, named]));

const CHANGING = ['init', 'install', 'uninstall', 'update', 'verify-install'];
const LOOKING = ['list', 'status', 'outdated'];

const troubles: Readonly<Record<string, Trouble>> = {
  'folders in place of files': {
    disturb: async ({ project, home, data }) => {
      for (const file of [
        'svc.json',
        'plugin/.svc-plugin/plugin.json',
        'plugin/evals/tea/criteria.json',
        'output',
        'backup.tar',
        'old-backup.tar',
        'audit.jsonl',
        'packed.tgz',
      ])
        await folderAt(join(project, file));
      for (const file of ['config.json', 'credentials.json'])
        await folderAt(join(home, '.svc', file));
      await folderAt(join(data, 'registry.db'));
    },
    fail: {
      ...allOf([...CHANGING, ...LOOKING], always('svc.json')),
      ...allOf(['login', 'logout', 'whoami', 'workspace list'], inHome('.svc')),
      'eval lint': always('tea/criteria.json'),
      'eval run': always('svc.json'),
      'plugin lint': always('plugin.json'),
      'plugin pack': always('plugin.json'),
      'plugin publish': always('plugin.json'),
      serve: inData('registry.db'),
      'server restore': inProject('old-backup.tar'),
      'server check': inData('registry.db'),
      'audit export': inProject('output'),
      'audit verify': inProject('audit.jsonl'),
    },
  },
  'files in place of folders': {
    disturb: async ({ project, home, data }) => {
      for (const folder of [
        join(project, '.svc'),
        join(project, 'fresh'),
        join(project, 'fresh-skill'),
        join(home, '.svc'),
        data,
      ])
        await fileAt(folder);
    },
    fail: {
      ...allOf(CHANGING, inProject('.svc')),
      login: inHome('.svc'),
      'plugin new': inProject('fresh'),
      'skill new': inProject('fresh-skill'),
      ...allOf(
        ['serve', 'server check', 'server restore', 'server user reset', 'server org create'],
        inData(),
      ),
    },
  },
  'read-only file systems': {
    within: [...readOnly, 'exec "$@"'].join(' && '),
    missing: NO_VOLUMES,
    fail: {
      ...allOf(
        [
          'install',
          'init',
          'uninstall',
          'update',
          'plugin new',
          'skill new',
          'plugin pack',
          'audit export',
        ],
        inProject(),
      ),
      login: inHome('.svc'),
      ...allOf(['serve', 'server restore', 'server user reset', 'server org create'], inData()),
    },
  },
  'no space left': {
    within: [...full, 'exec "$@"'].join(' && '),
    missing: NO_VOLUMES,
    fail: {
      ...allOf(['plugin new', 'skill new', 'plugin pack', 'server backup'], inProject()),
      login: inHome('.svc'),
      serve: inData(),
    },
  },
  "somebody else's files": {
    disturb: async ({ project, home, data }) => {
      for (const file of ['svc.json', 'plugin/.svc-plugin/plugin.json', 'plugin/evals/tea/task.md'])
        await chmod(join(project, file), 0o600);
      // the way there is open, and so are the folders
      for (const folder of [join(project, '../../..'), join(home, '.svc'), data])
        await chmod(folder, 0o755);
    },
    within: asNobody,
    missing: NO_OTHER_USER,
    fail: {
      ...allOf([...CHANGING, ...LOOKING], always('svc.json')),
      ...allOf(['plugin new', 'skill new', 'audit export'], inProject()),
      login: inHome('.svc'),
      whoami: inHome('.svc'),
      'eval lint': always('tea/task.md'),
      'eval run': always('svc.json'),
      'plugin lint': always('plugin.json'),
      serve: inData(),
    },
  },
};

interface Seen {
  readonly command: WalkedCommand;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly location: WalkPlace;
}

describeOnSqlite('every command, with', (database) => {
  let registry: RegistryServer;
  let original: WalkPlace;
  let count = 0;

  beforeAll(async () => {
    registry = await openRegistryServer(database, { env: { SVC_ORG_CREATION: 'on' } });
    const { program } = registry;
    const project = await newRepository(program, 'original');
    original = { project, home: program.home, data: join(program.cwd, 'original-data') };
    await writePlugin(join(project, 'plugin'), { name: 'acme/first', private: false });
    await mkdir(join(project, 'plugin/evals/tea'), { recursive: true });
    for (const [file, text] of Object.entries(scenario))
      await writeFile(join(project, 'plugin/evals/tea', file), text);
    await registry.svc(['plugin', 'publish', 'plugin'], project);
    await registry.svc(['org', 'create', 'acme']);
    await registry.svc(['install', 'acme/first', '--agent', 'claude-code', '--yes'], project);
    await registry.svc(
      ['install', 'acme/first', '--agent', 'claude-code', '--yes', '--global'],
      project,
    );
    await mkdir(original.data);
    const env = { SVC_DATABASE_URL: '', SVC_DATA_DIR: original.data };
    for (const args of [
      ['server', 'org', 'create', 'acme', '--admin', 'ada@example.com'],
      ['server', 'backup', join(project, 'old-backup.tar')],
    ])
      expect(await program.run(args, { env })).toMatchObject({ code: 0 });
  });
  afterAll(() => registry.close());

  async function newPlace(): Promise<WalkPlace> {
    const folder = join(registry.program.cwd, `place-${count++}`);
    const location = {
      project: join(folder, 'project'),
      home: join(folder, 'home'),
      data: join(folder, 'data'),
    };
    for (const each of ['project', 'home', 'data'] as const)
      await cp(original[each], location[each], { recursive: true, verbatimSymlinks: true });
    return location;
  }

  async function walk(name: string, { disturb, within = 'exec "$@"' }: Trouble): Promise<Seen> {
    const location = await newPlace();
    const command = everyCommand(location).find((each) => each.name === name) as WalkedCommand;
    await disturb?.(location);
    const script = `project='${location.project}' home='${location.home}' data='${location.data}'; ${within}`;
    const mounted = within.includes('mount') ? ['unshare', '--mount'] : [];
    const env = {
      HOME: location.home,
      SVC_HOME: join(location.home, '.svc'),
      SVC_DATA_DIR: location.data,
      SVC_URL: registry.server.origin,
      SVC_DATABASE_URL: '',
    };
    const through = ['timeout', TIME_LIMIT, ...mounted, 'sh', '-c', script, 'sh'];
    const { code, stdout, stderr } = await registry.program.run(command.args, {
      cwd: location.project,
      env,
      through,
      input: `${ADMIN.password}\n`,
    });
    await rm(join(location.project, '..'), { recursive: true });
    return { command, code, stdout, stderr, location };
  }

  const commands = everyCommand({ project: '', home: '', data: '' });
  const met = new Set([
    ...sampleOf(
      commands.filter(({ isRemote }) => !isRemote),
      2,
    ),
    ...sampleOf(
      commands.filter(({ isRemote }) => isRemote),
      4,
    ),
  ]);

  describe.each(Object.entries(troubles))('%s', (kind, trouble) => {
    // the other commands follow in the nightly run
    const isTold = (command: WalkedCommand): boolean =>
      LONG || command.name in trouble.fail || (kind === WHOLE && met.has(command));
    const test = trouble.missing === undefined ? it : it.skip;

    test(`ends with a documented code, names the path and shows no stack${trouble.missing === undefined ? '' : `: ${trouble.missing}`}`, async () => {
      expect(await signIn(registry.program, ADMIN)).toMatchObject({ code: 0 });
      const walked = commands
        .filter(
          ({ isRemote, name }) => name !== 'logout' && (!isRemote || trouble.within === undefined),
        )
        .filter(isTold);
      const seen = await mapLimited(walked, AT_ONCE, ({ name }) => walk(name, trouble));
      // it ends the session that all of them have
      seen.push(await walk('logout', trouble));
      expect(seen.flatMap((each) => faultsOf(each, trouble))).toEqual([]);
    });
  });
});

interface Document {
  readonly error?: { readonly code: string; readonly detail: string; readonly hint?: string };
}

function tryParse(text: string): Document | undefined {
  try {
    return JSON.parse(text) as Document;
  } catch {
    return undefined;
  }
}

const DOCUMENTED: ReadonlySet<number> = new Set(
  Object.values(ExitCode).filter((code) => code !== ExitCode.bug),
);
/** What agents take for "it failed", and what serves until it is asked to end. */
const OWN_CODES: Readonly<Record<string, readonly number[]>> = {
  'hook run': [1],
  'hook test': [1],
  serve: [124],
};

/** What a person could not make sense of. */
function faultsOf(
  { command: { name }, code, stdout, stderr, location }: Seen,
  { fail }: Trouble,
): readonly string[] {
  const all = stdout + stderr;
  const { error } = tryParse(stdout) ?? {};
  const named = fail[name]?.(location);
  const faults = {
    'ends with a code that is not documented':
      !DOCUMENTED.has(code) && OWN_CODES[name]?.includes(code) !== true,
    'is a bug': error?.code === 'internal',
    'shows a stack': /\n\s+at .*:\d+:\d+/.test(all),
    succeeds: named !== undefined && code === 0,
    [`does not name ${String(named)}`]: named !== undefined && !all.includes(named),
    'says nothing to do':
      error !== undefined &&
      ['file_system', 'project_write_failed'].includes(error.code) &&
      error.hint === undefined,
  };
  return Object.entries(faults).flatMap(([fault, isSo]) =>
    isSo ? [`svc ${name} ${fault}: ${code} ${all.slice(0, 500)}`] : [],
  );
}
