import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import { problem, warning, type Finding } from './finding.js';
import type { PackageJson, Subject } from './subject.js';

/** Packages that the program provides to the modules it loads. */
const PROVIDED = ['svc-registry', 'typeorm', 'tsyringe'];

const file = 'package.json';

function words({ name, version, keywords }: PackageJson): Finding[] {
  return [
    ...(typeof name === 'string' ? [] : [problem('has no name', { file, field: 'name' })]),
    ...(valid(String(version)) === null
      ? [problem('is no version such as 1.0.0', { file, field: 'version' })]
      : []),
    ...(Array.isArray(keywords) && keywords.includes('svc-module')
      ? []
      : [
          problem('has to contain "svc-module": people find modules by it', {
            file,
            field: 'keywords',
          }),
        ]),
  ];
}

/** Checks that packages which the program provides are optional peer dependencies: as dependencies they would be downloaded without being used. */
function provided(
  { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: PackageJson,
  version: string,
): Finding[] {
  const range = peerDependencies['svc-registry'];
  const wanted = PROVIDED.filter((name) => Object.hasOwn(peerDependencies, name));
  return [
    ...PROVIDED.filter((name) => Object.hasOwn(dependencies, name)).map((name) =>
      problem('comes from the program that loads the module: list it in peerDependencies', {
        file,
        field: `dependencies.${name}`,
      }),
    ),
    ...(range === undefined
      ? [
          problem('has to name the versions of svc that the module works with', {
            file,
            field: 'peerDependencies.svc-registry',
          }),
        ]
      : []),
    ...(range === undefined || satisfies(version, range, { includePrerelease: true })
      ? []
      : [
          warning(`does not include this version of svc, ${version}`, {
            file,
            field: 'peerDependencies.svc-registry',
          }),
        ]),
    ...wanted
      .filter((name) => peerDependenciesMeta[name]?.optional !== true)
      .map((name) =>
        problem('has to be optional, or npm installs a copy beside the module that nothing uses', {
          file,
          field: `peerDependenciesMeta.${name}`,
        }),
      ),
  ];
}

/** Checks that `files` includes the module's files. For the author the module works without them, but not for anyone who installs it. */
async function shipping(subject: Subject): Promise<Finding[]> {
  const { folder, files, json } = subject;
  if (!Array.isArray(json.files)) return [];
  const entries = json.files.map((entry) => String(entry).replace(/^\.?\//, ''));
  const shipped = await glob(
    entries.flatMap((entry) => [entry, `${entry}/**`]),
    { cwd: folder, absolute: true, dot: true },
  );
  return [files.manifest, files.module]
    .filter((path) => existsSync(path) && !shipped.includes(path))
    .map((path) =>
      problem(`leaves out ${subject.place(path)}, which would then not be in the package`, {
        file,
        field: 'files',
      }),
    );
}

/** `version` is that of svc. */
export async function checkPackageJson(subject: Subject, version: string): Promise<Finding[]> {
  const { folder, json } = subject;
  const readme = ['README.md', 'readme.md', 'README'].some((name) =>
    existsSync(join(folder, name)),
  );
  return [
    ...words(json),
    ...provided(json, version),
    ...(await shipping(subject)),
    ...(readme
      ? []
      : [
          warning('is missing: it is what people read before they install a module', {
            file: 'README.md',
          }),
        ]),
  ];
}
