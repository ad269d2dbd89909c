import { type ModuleManifest } from '../../../kernel/index.js';
import { deriveManifest } from '../../../kernel/manifest/derive-manifest.js';
import { apiRangeProblem } from '../../../kernel/graph/api-range.js';
import { contributionProblems } from '../../../kernel/graph/contribution-check.js';
import { shapeProblems } from '../../../kernel/graph/module-shape.js';
import { problem, reasonOf, type Finding } from './finding.js';
import type { Subject } from './subject.js';

/** Checks that the declaration follows the rules, and that its contributions go to existing points. */
export async function checkDeclaration(
  subject: Subject,
  others: readonly ModuleManifest[],
): Promise<Finding[]> {
  const file = subject.relative(subject.files.module);
  let manifest: ModuleManifest;
  try {
    manifest = await deriveManifest(await subject.declaration(), ['client', 'server']);
  } catch (error) {
    return [problem(`cannot be loaded: ${reasonOf(error)}`, { file })];
  }
  const { api: range } = manifest;
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
    ...contributionProblems(manifest, others).map(({ id, message }) =>
      problem(message, { file, field: `contributes.${id}` }),
    ),
  ];
}
