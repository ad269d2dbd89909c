import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { isMissing } from '../../../toolbox/file-errors.js';
import type { ModuleManifest } from '../../../kernel/index.js';
import { parseManifest } from '../../outside/parse-manifest.js';
import { differences } from '../manifest/differences.js';
import { ManifestProblems } from '../manifest/module-manifest.js';
import { problem, reasonOf, warning, type Finding } from './finding.js';
import type { Subject } from './subject.js';

const WRITE = 'write it with `svc modules check --write`';

/** The most differences that are reported. */
const MOST = 10;

const undescribed = (manifest: unknown): unknown =>
  JSON.parse(
    JSON.stringify(manifest, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );

const hasFields = ({ operations }: ModuleManifest): boolean =>
  operations.some(({ input, output }) =>
    [input, output].some(
      (schema) => Object.keys((schema?.['properties'] as object | undefined) ?? {}).length > 0,
    ),
  );

async function read(file: string): Promise<object> {
  const text = await readFile(file, 'utf8');
  parseManifest(text, file);
  return JSON.parse(text) as object;
}

async function compare(
  subject: Subject,
  manifest: ModuleManifest,
  described: boolean,
): Promise<Finding[]> {
  const file = subject.relative(subject.files.manifest);
  const form = described ? (document: unknown): unknown => document : undescribed;
  try {
    // older manifests lack `facets`, in which case the module is loaded to determine them
    const written = { facets: manifest.facets, ...(await read(subject.files.manifest)) };
    const found = differences(form(written), form(manifest));
    if (found.length === 0) return [];
    const more = found.length > MOST ? `, in ${found.length} fields` : '';
    return [
      ...found.slice(0, MOST).map(({ field, message }) => problem(message, { file, field })),
      problem(`is not what the code declares${more}: ${WRITE}`, { file }),
    ];
  } catch (error) {
    return [
      problem(isMissing(error) ? `is missing: ${WRITE}` : `${reasonOf(error)}; ${WRITE}`, { file }),
    ];
  }
}

/** Checks that JSON Schemas can be made of all inputs and outputs. */
export async function checkSchemas(subject: Subject): Promise<Finding[]> {
  try {
    await subject.manifest();
    return [];
  } catch (error) {
    const problems = error instanceof ManifestProblems ? error.problems : [reasonOf(error)];
    return problems.map((message) =>
      problem(message, { file: subject.relative(subject.files.module) }),
    );
  }
}

/** Checks that the manifest matches the code's declaration. With `write` it is written instead. */
export async function checkManifest(
  subject: Subject,
  { write }: { readonly write: boolean },
): Promise<Finding[]> {
  const file = subject.relative(subject.files.module);
  const manifest = await subject.manifest();
  const described = (await subject.typeScript()) !== undefined || !hasFields(manifest);
  const advice =
    'descriptions of fields are read with the package "typescript": `npm install --save-dev typescript`';
  // not reported for an installed module, because its user cannot fix it
  const silent = described || subject.folder.split(sep).includes('node_modules');
  if (!write)
    return [
      ...(silent ? [] : [warning(advice, { file })]),
      ...(await compare(subject, manifest, described)),
    ];
  if (!described) return [problem(advice, { file })];
  await writeFileAtomic(subject.files.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  return [];
}
