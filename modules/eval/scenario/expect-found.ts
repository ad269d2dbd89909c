import type { JsonLocation } from '../../../toolbox/json-value.js';
import { withinProcessorTime } from '../../../toolbox/time-budget.js';
import type { Findings } from './findings.js';
import { limits } from './limits.js';
import type { Found, ScenarioFolder } from './scenario-folder.js';

interface Context {
  readonly folder: ScenarioFolder;
  readonly findings: Findings;
}

/** What has to stand at a path; without `kind` a file or a folder. */
export interface Expected {
  readonly path: string;
  readonly kind?: 'file' | 'folder';
}

/** Whether it does; if not, that is reported at the location. */
export function expectFound(
  { path, kind }: Expected,
  location: JsonLocation,
  { folder, findings }: Context,
): boolean {
  const found = folder.find(path);
  const fits = kind === undefined ? ['file', 'folder'] : [kind];
  if (fits.includes(found.kind)) return true;
  const [rule, message] = problemOf(found, kind ?? 'file or folder');
  findings.add(rule, `"${path}" ${message}`, location);
  return false;
}

function problemOf(found: Found, wanted: string): readonly ['outside' | 'file', string] {
  if (found.kind === 'outside') return ['outside', 'leads out of the repository.'];
  if (found.kind === 'missing') return ['file', 'does not exist.'];
  if (found.kind === 'unreadable') return ['file', `cannot be read: ${found.why}.`];
  return ['file', `is no ${wanted}.`];
}

/** Crafted patterns can make matching slow. */
const FILTER_MS = 1_000;

/** Reports everything below a folder that cannot be put down elsewhere: links out of the boundary, pipes, devices. */
export function checkBelow(
  path: string,
  { folder, findings }: Context,
  takes?: (path: string) => boolean,
): void {
  const look = () => folder.unusable(path, takes);
  const found = takes === undefined ? look() : withinProcessorTime(FILTER_MS, look)?.value;
  if (found === undefined) {
    findings.add('schema', 'Its patterns take too long to match.', { file: path });
    return;
  }
  for (const entry of found.entries) {
    const [rule, message] =
      entry.found.kind === 'missing'
        ? (['file', 'is a link to nothing.'] as const)
        : problemOf(entry.found, 'file or folder');
    findings.add(rule, `It ${message}`, { file: entry.path });
  }
  if (!found.complete)
    findings.add('file', `It has more than ${limits.entries} entries; leave some out.`, {
      file: path,
    });
}
