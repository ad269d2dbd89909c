import { entriesOf, nodeAt, textOf, type DataEntry, type DataNode } from '../../data-node.js';
import { spanAt, type Unit } from '../../unit.js';
import { isCommit, type Declared, type Dependency } from './dependency.js';

const GROUPS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
];
const HOSTED = /^(?:github:|gist:|gitlab:|bitbucket:)?([\w.-]+\/[\w.-]+)(?:#.*)?$/;
const ADDRESS = /^(?:git\+|git:|https?:|ssh:|file:|link:)/;
const EXACT = /^=?v?\d+\.\d+\.\d+(?:[-+][\w.]+)?$/;

/** Dependencies of a `package.json`, or of anything with its shape. */
export function npmDependencies(unit: Unit, root: DataNode): Declared {
  const dependencies = GROUPS.flatMap((group) =>
    entriesOf(nodeAt(root, group)).flatMap((entry) => dependencyOf(unit, entry)),
  );
  return { dependencies, indexes: [] };
}

function dependencyOf(unit: Unit, { key, from, value }: DataEntry): readonly Dependency[] {
  const version = textOf(value);
  // in lock files the groups hold objects
  if (version === undefined) return [];
  const alias = /^npm:(@?[^@]+)/.exec(version)?.[1];
  return [
    {
      at: spanAt(unit, from, value.to),
      ecosystem: 'npm',
      name: alias ?? key,
      from: addressOf(version),
      pinned: EXACT.test(version) || isCommit(version),
      command: false,
      runs: false,
    },
  ];
}

function addressOf(version: string): string | undefined {
  if (ADDRESS.test(version)) return version;
  const [, hosted] = HOSTED.exec(version) ?? [];
  if (hosted === undefined) return undefined;
  const host = /^gitlab:/.test(version) ? 'gitlab.com' : 'github.com';
  const commit = version.includes('#') ? version.slice(version.indexOf('#')) : '';
  return `git+https://${host}/${hosted}${commit}`;
}
