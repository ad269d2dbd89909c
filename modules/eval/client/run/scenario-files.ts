import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureFilter } from '../../scenario/fixture-filter.js';
import type { LocalScenario } from './read-scenarios.js';
import type { SentFiles } from './sent-files.js';

/** The reference solution of a scenario; no agent that is evaluated sees it. */
const SOLUTION = 'solution';

/** Adds what a scenario needs: its own files as `scenarios/<name>/…`, those of its directory fixtures as `fixtures/<name>/<fixture>/…`. */
export function addScenario(
  { name, root, scenario }: LocalScenario,
  boundary: string,
  sent: SentFiles,
): void {
  for (const path of ownPaths(root, scenario))
    sent.add({ root, boundary, path }, `scenarios/${name}/${path}`);
  for (const [fixture, of] of scenario.fixtures) {
    if (of.type !== 'directory') continue;
    const problem = fixtureProblem(fixture);
    if (problem !== undefined) sent.issues.push({ ...issueAt(root), message: problem });
    const from = { root, boundary, path: of.path, takes: fixtureFilter(of) };
    if (sent.add(from, `fixtures/${name}/${fixture}`) === 0)
      sent.issues.push({ ...issueAt(root), message: `The fixture "${fixture}" has no files.` });
  }
}

const issueAt = (root: string) => ({ file: join(root, 'scenario.json') });

/** The name of a fixture with files is that of a folder. */
const fixtureProblem = (name: string): string | undefined =>
  name === '' || name.includes('/') || name.startsWith('.')
    ? `The name of a fixture, "${name}", is not empty, has no /, and does not begin with a dot.`
    : undefined;

function ownPaths(root: string, { include, setup }: LocalScenario['scenario']): readonly string[] {
  const optional = ['scenario.json', SOLUTION].filter((path) => existsSync(join(root, path)));
  const all = ['task.md', 'criteria.json', ...optional, ...include, ...setup];
  // what is in a folder that is sent, such as a script in resources/, is sent with it
  return [...new Set(all)].filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
}
