import * as api from 'svc-registry/kernel';
import { deriveManifest, type ModuleManifest } from '../../../kernel/index.js';
import { apiRangeProblem } from '../../../kernel/graph/api-range.js';
import { shapeProblems } from '../../../kernel/graph/module-shape.js';
import { problem, reasonOf, type Finding } from './finding.js';
import type { Subject } from './subject.js';

/** The points that the kernel itself declares. */
const kernelPoints = Object.entries(api)
  .filter(([name]) => name.endsWith('Point'))
  .map(([, point]) => (point as { readonly id: string }).id);

/** Points belong to the module that their name begins with; of a third party's nobody here knows which there are. */
function pointProblem(
  point: string,
  { id, requires }: ModuleManifest,
  builtIn: readonly ModuleManifest[],
): string | undefined {
  const owner = point.split('.')[0] ?? '';
  if (owner === id) return undefined;
  if (owner !== 'kernel' && !requires.includes(owner))
    return `belongs to the module "${owner}", which "requires" does not list`;
  const points =
    owner === 'kernel' ? kernelPoints : builtIn.find((manifest) => manifest.id === owner)?.points;
  return points === undefined || points.includes(point)
    ? undefined
    : `does not exist; there are ${points.join(', ')}`;
}

/** The declaration follows the rules, and contributes where something is asked for. */
export async function checkDeclaration(
  subject: Subject,
  builtIn: readonly ModuleManifest[],
): Promise<Finding[]> {
  const file = subject.place(subject.files.module);
  let manifest: ModuleManifest;
  try {
    manifest = await deriveManifest(await subject.declaration(), ['client', 'server']);
  } catch (error) {
    return [problem(`cannot be loaded: ${reasonOf(error)}`, { file })];
  }
  const { api: range, contributes } = manifest;
  const unusable = apiRangeProblem(range);
  return [
    ...shapeProblems(manifest).map((message) => problem(message, { file })),
    ...(unusable === undefined ? [] : [problem(unusable, { file, field: 'api' })]),
    ...(subject.json.svc?.api === range
      ? []
      : [
          problem(`has to be the "${range}" of the declaration`, {
            file: 'package.json',
            field: 'svc.api',
          }),
        ]),
    ...contributes.flatMap(({ point, id }) => {
      const reason = pointProblem(point, manifest, builtIn);
      return reason === undefined
        ? []
        : [
            problem(`the extension point "${point}" ${reason}`, {
              file,
              field: `contributes.${id}`,
            }),
          ];
    }),
  ];
}
