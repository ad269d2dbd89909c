// The package.json of the client's package, from that of the project.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRIES, PACKAGE_NAME } from '../entries.mjs';

const product = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

/** The package that has the server too. */
export const PRODUCT_NAME = PACKAGE_NAME;
export const CLIENT_NAME = 'svc-client';

/** Tests of modules start servers: their authors install the other package. */
const LEFT_OUT = ['testing'];

/** The bundles that modules from outside import. */
export const CLIENT_ENTRIES = ENTRIES.filter(({ bundle }) => !LEFT_OUT.includes(bundle));

/** The agent in the terminal uses it where it is installed; everything else is part of the package. */
const PEER = '@earendil-works/pi-coding-agent';

export const clientPackageJson = {
  name: CLIENT_NAME,
  version: product.version,
  description: 'Plugins for coding agents: the client of an svc registry, without the server',
  license: product.license,
  type: 'module',
  engines: product.engines,
  bin: product.bin,
  files: ['dist'],
  exports: {
    ...Object.fromEntries(
      CLIENT_ENTRIES.map(({ entry, bundle }) => [entry, `./dist/bin/${bundle}.cjs`]),
    ),
    './tsyringe': './dist/bin/tsyringe.cjs',
    './package.json': './package.json',
  },
  svc: {
    facets: ['client'],
    provides: { [PACKAGE_NAME]: CLIENT_NAME, tsyringe: `${CLIENT_NAME}/tsyringe` },
  },
  peerDependencies: { [PEER]: product.peerDependencies[PEER] },
  peerDependenciesMeta: { [PEER]: { optional: true } },
};
