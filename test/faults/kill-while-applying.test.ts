import { watch } from 'node:fs';
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AppliedFixView } from '../../modules/review/contract/applied-fix-view.js';
import { describeOnSqlite } from '../contract/databases.js';
import type { Finished, RunOptions } from '../e2e/program.js';
import { openRegistryServer, type RegistryServer } from '../e2e/registry-server.js';
import { keys, onTerminals, terminal } from '../e2e/terminal.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { stateOf, type ProjectFiles } from './harness/project-state.js';
import { between, LONG, rounds, wait } from './harness/rounds.js';
import { pointsOf } from './points.js';

const KILLED = 137;
const TAKEN_BACK = 'review.fix-taken-back';
const points = pointsOf('kill-while-applying').filter(({ name }) => name !== TAKEN_BACK);

const sections = ['Odes', 'Sonnets', 'Haiku'].flatMap((form) => [
  `## ${form}`,
  ...Array<string>(110).fill('A line.'),
]);
/** Four files that safe fixes change: a link with another file in mind, and long files without a list of their contents. Two that they leave. */
const FILES: Readonly<Record<string, string>> = {
  'SKILL.md': `---\nname: poet\ndescription: Writes sonnets and odes. Use when the user asks for a poem.\n---\n\n# Poet\n\n1. See [the forms](docs/forms.md), [the rhymes](references/rhymes.md) and [the metres](references/metres.md).\n2. Write the poem.\n`,
  'references/forms.md': ['# Forms', ...sections].join('\n'),
  'references/rhymes.md': ['# Rhymes', ...sections].join('\n'),
  'references/metres.md': ['# Metres', ...sections].join('\n'),
  'references/short.md': '# Short\n',
  'scripts/count.sh': 'wc -l "$1"\n',
};

describeOnSqlite('the command line, killed while it applies a fix', (database) => {
  let registry: RegistryServer;
  let start: string;
  let old: ProjectFiles;
  let improved: ProjectFiles;
  let id: string;
  const counts = countsOf('K15 kill while applying');

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    start = await mkdtemp(join(registry.program.cwd, 'skill-'));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(start, path)), { recursive: true });
      await writeFile(join(start, path), text);
    }
    old = await stateOf(start);
    const view = shown(await svc(['review', 'fix', start, '--json', '--workspace', 'acme']));
    id = view.reviewRunId;
    expect(view.fix!.files.filter(({ before, after }) => before !== after)).toHaveLength(4);
    const cwd = await copy();
    expect(await apply(cwd)).toMatchObject({ code: 0 });
    improved = await stateOf(cwd);
    expect(Object.keys(improved)).toEqual(Object.keys(old));
  });
  afterAll(() => registry.close());

  const svc = (args: readonly string[], options?: RunOptions): Promise<Finished> =>
    registry.program.run(args, options);
  const shown = ({ stdout }: Finished): AppliedFixView => JSON.parse(stdout) as AppliedFixView;
  const apply = (cwd: string, fault?: string): Promise<Finished> =>
    svc(['review', 'fix', '--run', id, '--yes', cwd], { env: { SVC_FAULT: fault } });
  const copy = async (): Promise<string> => {
    const folder = await realpath(await mkdtemp(join(registry.program.cwd, 'copy-')));
    await cp(start, folder, { recursive: true });
    return folder;
  };
  /** The next command of somebody who does not agree to anything: it writes nothing of its own. */
  const look = async (cwd: string): Promise<ProjectFiles> => {
    const { code, stderr } = await svc(['review', 'fix', '--run', id, cwd, '--json']);
    // what was finished differs from what the run was begun with in nothing that is open
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stateOf(cwd);
  };
  /** Whoever agrees afterwards has everything, and nothing else is left. */
  const applies = async (cwd: string): Promise<void> => {
    expect(await apply(cwd)).toMatchObject({ code: 0 });
    expect(await stateOf(cwd)).toEqual(improved);
    await rm(cwd, { recursive: true });
  };

  it('leaves all files or none after the next command, at every point', async () => {
    const reached = new Set<string>();
    for (let round = 0; round < rounds(1, 3); round += 1)
      for (const { name, leaves } of points)
        for (let pass = 0; ; pass += LONG ? 1 : 3) {
          const cwd = await copy();
          const { code } = await apply(cwd, `${name}:${pass}`);
          if (code !== KILLED) {
            expect({ name, code }).toEqual({ name, code: 0 });
            break;
          }
          counts.add('kills');
          reached.add(name);
          const at = { name, pass };
          expect({ ...at, state: await look(cwd) }).toEqual({
            ...at,
            state: leaves === 'old' ? old : improved,
          });
          await applies(cwd);
        }
    expect([...reached].sort()).toEqual(points.map(({ name }) => name).sort());
  });

  it('leaves all files or none when it is killed at any moment', async () => {
    for (let round = 0; round < rounds(2, 60); round += 1) {
      const cwd = await copy();
      const running = registry.program.start(['review', 'fix', '--run', id, '--yes', cwd]);
      await wait(between(100, 900));
      running.child.kill('SIGKILL');
      counts.add((await running.finished).code === KILLED ? 'kills at any moment' : 'too late');
      const state = await look(cwd);
      expect([old, improved]).toContainEqual(state);
      if (state['SKILL.md'] === improved['SKILL.md']) counts.add('finished');
      await applies(cwd);
    }
  });

  it('takes everything back when somebody has edited a file, also when that is killed', async () => {
    const edited = 'references/rhymes.md';
    for (let pass = 0; pass < rounds(1, 3); pass += 1) {
      const cwd = await copy();
      // all files but the edited one are replaced, or fewer
      expect(await apply(cwd, `review.fix-written:${pass}`)).toMatchObject({ code: KILLED });
      const replaced = await stateOf(cwd);
      const open = Object.keys(FILES).filter((path) => replaced[path] === old[path]);
      const mine = open.includes(edited)
        ? edited
        : open.find((path) => old[path] !== improved[path])!;
      await writeFile(join(cwd, mine), 'mine');
      expect(await apply(cwd, TAKEN_BACK)).toMatchObject({ code: KILLED });
      counts.add('kills while taking back');
      expect(await apply(cwd)).toMatchObject({ code: 5 });
      expect(await stateOf(cwd)).toEqual({ ...old, [mine]: '644 mine' });
      await rm(cwd, { recursive: true });
    }
  });

  /** Everything that a write would change, also one of the same bytes. */
  const traces = async (cwd: string): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const path of ['.', ...(await readdir(cwd, { recursive: true }))].sort()) {
      const { ino, mode, size, mtimeMs, ctimeMs } = await lstat(join(cwd, path));
      found[path] = JSON.stringify({ ino, mode, size, mtimeMs, ctimeMs });
    }
    return found;
  };
  /** What happens in a folder, as the kernel tells it. */
  const watched = (cwd: string): { readonly seen: string[]; close(): void } => {
    const seen: string[] = [];
    const watcher = watch(cwd, { recursive: true }, (event, path) => {
      seen.push(`${event} ${path}`);
    });
    // node reads a new folder when it hears of it, and by then the program may have removed it
    watcher.on('error', ({ message }) => seen.push(`error ${message}`));
    return {
      seen,
      close: () => {
        watcher.close();
      },
    };
  };

  it('writes nothing where there is nobody to agree', async () => {
    const cwd = await copy();
    const before = await traces(cwd);
    const watcher = watched(cwd);
    const line = ['review', 'fix', cwd, '--json', '--workspace', 'acme'];
    expect(shown(await svc(line))).toMatchObject({ differences: expect.any(String) });
    expect(await traces(cwd)).toEqual(before);
    expect(watcher.seen).toEqual([]);
    watcher.close();
  });

  onTerminals.each([
    ['n', []],
    [keys.interrupt, []],
    [
      'y',
      Object.keys(FILES).filter((path) => !path.includes('short') && !path.includes('scripts')),
    ],
  ])('writes nothing before somebody agrees, answered with %j', async (answer, written) => {
    const cwd = await copy();
    const before = await traces(cwd);
    const watcher = watched(cwd);
    const args = ['review', 'fix', cwd, '--workspace', 'acme'];
    const running = registry.program.start(args, { through: terminal(200) });
    await until(() => running.stdout().includes('Write these changes to 4 files'));
    // an event of a write before the question would have come by then
    await wait(500);
    expect(await traces(cwd)).toEqual(before);
    expect(watcher.seen).toEqual([]);
    running.child.stdin?.write(`${answer}${keys.enter}`);
    await running.finished;
    const after = await stateOf(cwd);
    const changed = Object.keys(FILES).filter((path) => after[path] !== old[path]);
    expect(changed).toEqual(written);
    if (written.length === 0) expect(await traces(cwd)).toEqual(before);
    else await until(() => watcher.seen.some((event) => event.includes('SKILL.md')));
    expect(watcher.seen.length > 0).toBe(written.length > 0);
    watcher.close();
    expect(await readFile(join(start, 'SKILL.md'), 'utf8')).toBe(FILES['SKILL.md']);
  });
});
