import { distance } from 'fastest-levenshtein';
import * as api from '../api/index.js';
import type { ContributionManifest, ModuleManifest, PointManifest } from '../manifest/manifest.js';
import { mismatches } from '../manifest/shape-check.js';
import { textOf, type ModuleRecord } from './module-record.js';

/** The points that the kernel itself declares. */
export const kernelPoints = Object.entries(api).flatMap(([name, value]) =>
  /^(?!define).*Point$/.test(name) ? [value as unknown as PointManifest] : [],
);

type Manifests = ReadonlyMap<string, ModuleManifest>;

/**
 * The point of a contribution. A text says why the point does not exist; `undefined` means that the module which owns the point is not known
 * here.
 */
function pointOf(
  { point }: ContributionManifest,
  { id, requires }: ModuleManifest,
  manifests: Manifests,
): PointManifest | string | undefined {
  const owner = point.split('.')[0] ?? '';
  if (![id, 'kernel', ...requires].includes(owner))
    return `the point belongs to the module "${owner}", which "requires" does not list`;
  if (owner !== 'kernel' && !manifests.has(owner)) return undefined;
  const points = owner === 'kernel' ? kernelPoints : (manifests.get(owner)?.points ?? []);
  const [nearest] = points
    .map((one) => one.id)
    .sort((left, right) => distance(left, point) - distance(right, point));
  return (
    points.find((one) => one.id === point) ??
    (nearest === undefined
      ? `the module "${owner}" declares no points`
      : `there is no such point: did you mean "${nearest}"?`)
  );
}

function problemsOf(
  entry: ContributionManifest,
  manifest: ModuleManifest,
  manifests: Manifests,
): string[] {
  const point = pointOf(entry, manifest, manifests);
  if (typeof point === 'string') return [point];
  const { shape = 'anything', ids = 'text' } = point ?? {};
  try {
    return [
      ...mismatches(entry.id, ids).map((problem) => `its id${problem}`),
      ...mismatches(entry.data, shape, true).map((problem) =>
        problem.startsWith('.') ? problem.slice(1) : `its data${problem}`,
      ),
    ];
  } catch (error) {
    // the point may come from a third-party module, whose shape can be malformed
    return [`it cannot be compared with the shape of the point: ${textOf(error)}`];
  }
}

/** The contributions of a module that go to no existing point, or do not have the shape that the point declares. */
export function contributionProblems(
  manifest: ModuleManifest,
  others: readonly ModuleManifest[],
): { readonly id: string; readonly message: string }[] {
  // of several modules with the same id, the first one counts
  const manifests = new Map([...others, manifest].reverse().map((one) => [one.id, one]));
  return manifest.contributes.flatMap((entry) =>
    problemsOf(entry, manifest, manifests).map((problem) => ({
      id: entry.id,
      message: `contribution "${entry.id}" at "${entry.point}": ${problem}`,
    })),
  );
}

/** Rejects modules from outside with unfit contributions; those of built-in modules are checked by a test. */
export function rejectUnfit(found: readonly ModuleRecord[]): void {
  const manifests = found.map(({ manifest }) => manifest);
  for (const record of found) {
    if (record.unavailable || record.source.origin === 'built-in') continue;
    const problems = contributionProblems(record.manifest, manifests);
    const cause = problems.map(({ message }) => message).join('; ');
    if (cause !== '') record.fail('rejected', { code: 'invalid_declaration', cause });
  }
}
