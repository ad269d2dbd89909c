import { existsSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import { problem, warning, type Finding } from './finding.js';
import type { PackageJson, Subject } from './subject.js';

/** Packages that the program provides to the modules it loads. */
const PROVIDED = ['svc-registry', 'typeorm', 'tsyringe'];

const file = 'package.json';

/** A rule that the file breaks when the first part is true. */
type Rule = readonly [isBroken: boolean, field: string, message: string];

/** Packages that the program provides are optional peer dependencies: as dependencies they would be downloaded without being used. */
function rulesFor({
  name,
  version,
  keywords,
  dependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: PackageJson): readonly Rule[] {
  return [
    [typeof name !== 'string', 'name', 'is missing'],
    [valid(String(version)) === null, 'version', 'is not a version such as 1.0.0'],
    [
      !(Array.isArray(keywords) && keywords.includes('svc-module')),
      'keywords',
      'has to contain "svc-module", by which people find modules',
    ],
    [
      !Object.hasOwn(peerDependencies, 'svc-registry'),
      'peerDependencies.svc-registry',
      'has to name the versions of svc that the module works with',
    ],
    ...PROVIDED.flatMap((provided): Rule[] => [
      [
        Object.hasOwn(dependencies, provided),
        `dependencies.${provided}`,
        'comes from the program that loads the module: list it in peerDependencies',
      ],
      [
        Object.hasOwn(peerDependencies, provided) &&
          peerDependenciesMeta[provided]?.optional !== true,
        `peerDependenciesMeta.${provided}`,
        'has to be optional, or npm installs a copy beside the module that nothing uses',
      ],
    ]),
  ];
}

/** The module's files that `files` leaves out: for the author the module works without them, but not for anyone who installs it. */
async function leftOut(subject: Subject): Promise<readonly string[]> {
  const { files, json } = subject;
  if (!Array.isArray(json.files)) return [];
  const shipped = await subject.shipped();
  return [files.manifest, files.module].filter(
    (path) => existsSync(path) && !shipped.includes(path),
  );
}

/** `version` is that of svc. */
export async function checkPackageJson(subject: Subject, version: string): Promise<Finding[]> {
  const { folder, json } = subject;
  const range = json.peerDependencies?.['svc-registry'] ?? '*';
  const readme = ['README.md', 'readme.md', 'README'].some((name) =>
    existsSync(join(folder, name)),
  );
  const findings = rulesFor(json)
    .filter(([isBroken]) => isBroken)
    .map(([, field, message]) => problem(message, { file, field }));
  for (const path of await leftOut(subject)) {
    const message = `leaves out ${subject.relative(path)}, which would then not be in the package`;
    findings.push(problem(message, { file, field: 'files' }));
  }
  if (!satisfies(version, range, { includePrerelease: true }))
    findings.push(
      warning(`does not include this version of svc, ${version}`, {
        file,
        field: 'peerDependencies.svc-registry',
      }),
    );
  if (!readme)
    findings.push(
      warning('is missing: it is what people read before they install a module', {
        file: 'README.md',
      }),
    );
  return findings;
}
