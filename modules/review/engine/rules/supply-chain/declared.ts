import { nodeAt, type DataNode } from '../../data-node.js';
import type { Subject } from '../../rule.js';
import { lineAt, type Unit } from '../../unit.js';
import { parseToml } from '../../readers/data/toml.js';
import { factsOf } from '../flows.js';
import type { Declared, Dependency, PackageIndex } from './dependency.js';
import { npmDependencies } from './npm-manifests.js';
import { cargoDependencies, gemfile, goReplacements, indexSettings } from './other-manifests.js';
import { pythonProject, requirementsFile } from './python-manifests.js';

const TEXT_FILES: readonly (readonly [RegExp, (unit: Unit) => Declared])[] = [
  [
    /(?:^|\/)(?:requirements|constraints)[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.txt$/i,
    requirementsFile,
  ],
  [/(?:^|\/)go\.mod$/, goReplacements],
  [/(?:^|\/)(?:Gemfile|[^/]+\.gemspec)$/, gemfile],
  [/(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.?bunfig\.toml)$/, indexSettings],
];

/** Every dependency and index that the bundle names: in commands, manifests and settings. */
export function declaredIn(subject: Subject): Declared {
  const dependencies: Dependency[] = installed(subject);
  const indexes: PackageIndex[] = indexOptions(subject);
  const add = (declared: Declared): void => {
    for (const one of declared.dependencies) dependencies.push(one);
    for (const one of declared.indexes) indexes.push(one);
  };
  for (const { unit, value } of subject.parsed) {
    if (unit.language === 'json') add(npmDependencies(unit, value));
    if (unit.language === 'toml') add(ofToml(unit, value));
  }
  for (const unit of subject.units) {
    for (const [pattern, read] of TEXT_FILES) if (pattern.test(unit.file)) add(read(unit));
    if (unit.language === 'python') add(ofScript(unit));
  }
  return { dependencies, indexes };
}

const ECOSYSTEMS: Readonly<Record<string, Dependency['ecosystem']>> = { npm: 'npm', pip: 'pypi' };

const installed = (subject: Subject): Dependency[] =>
  factsOf(subject, 'install').map(({ at, manager, package: name, from, pinned, runs }) => ({
    at,
    ecosystem: ECOSYSTEMS[manager] ?? 'other',
    name,
    from,
    pinned,
    command: true,
    runs,
  }));

const INSTALLERS =
  /^(?:pip[\d.]*|uv|pipx|poetry|pdm|python[\d.]*|npm|pnpm|yarn|bun|gem|conda|mamba)$/;
const INDEX_OPTION =
  /(?:^| )(--(?:extra-)?index(?:-url)?|--find-links|--trusted-host|--registry|--source|-i|-f|-c)[ =](https?:\/\/\S+|\d{1,3}(?:\.\d{1,3}){3}\S*)/g;

/** Installations from a file name their packages there, and their index in the command. */
const indexOptions = (subject: Subject): PackageIndex[] =>
  factsOf(subject, 'run')
    .filter(({ name }) => INSTALLERS.test(name))
    .flatMap(({ at, args }) =>
      [
        ...args
          .map(({ text }) => text)
          .join(' ')
          .matchAll(INDEX_OPTION),
      ].map(([, option = '', address = '']) => ({
        at,
        url: address.includes('://') ? address : `http://${address}`,
        extra: option.startsWith('--extra'),
      })),
    );

const ofToml = (unit: Unit, root: DataNode): Declared =>
  nodeAt(root, 'package') !== undefined && nodeAt(root, 'project') === undefined
    ? cargoDependencies(unit, root)
    : pythonProject(unit, root);

const BEGIN = '# /// script';

/** The comment at the top of a Python script that says which packages it runs with. */
function ofScript(unit: Unit): Declared {
  const begin = unit.text.indexOf(BEGIN);
  if (begin === -1) return { dependencies: [], indexes: [] };
  const lines: string[] = [];
  for (const line of unit.text.slice(begin + BEGIN.length + 1).split('\n')) {
    if (!line.startsWith('#') || line.startsWith('# ///')) break;
    lines.push(line.replace(/^# ?/, ''));
  }
  const text = lines.join('\n');
  const inner: Unit = { ...unit, language: 'toml', text, line: lineAt(unit, begin) + 1 };
  return pythonProject(inner, parseToml(text).root);
}
