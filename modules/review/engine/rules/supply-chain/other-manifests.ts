import { entriesOf, nodeAt, textOf, type DataNode } from '../../data-node.js';
import { spanAt, type At, type Unit } from '../../unit.js';
import type { Declared, Dependency, PackageIndex } from './dependency.js';
import { linesOf } from './python-manifests.js';

/** Dependencies of a `Cargo.toml` that come from elsewhere than its registry. */
export function cargoDependencies(unit: Unit, root: DataNode): Declared {
  const tables = [
    ...['dependencies', 'dev-dependencies', 'build-dependencies', 'replace'].map((key) =>
      nodeAt(root, key),
    ),
    ...entriesOf(nodeAt(root, 'patch')).map(({ value }) => value),
  ];
  const dependencies = tables.flatMap((table) =>
    entriesOf(table).flatMap(({ key, from, value }) => {
      const git = textOf(nodeAt(value, 'git'));
      if (git === undefined) return [];
      const pinned = nodeAt(value, 'rev') !== undefined;
      return [{ ...other(key, spanAt(unit, from, value.to)), from: git, pinned }];
    }),
  );
  return { dependencies, indexes: [] };
}

const other = (name: string, at: At): Dependency => ({
  at,
  ecosystem: 'other',
  name,
  pinned: false,
  command: false,
  runs: false,
});

/** `replace` of a `go.mod` that puts another module in the place of one. */
export function goReplacements(unit: Unit): Declared {
  const dependencies: Dependency[] = [];
  for (const { text, at } of linesOf(unit)) {
    const [, name, from] =
      /^(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\S+\.\S+\/\S+)/.exec(text) ?? [];
    if (name !== undefined && from !== undefined && !from.startsWith('.'))
      dependencies.push({ ...other(name, at), from: `https://${from}` });
  }
  return { dependencies, indexes: [] };
}

/** Sources and git dependencies of a `Gemfile`. */
export function gemfile(unit: Unit): Declared {
  const dependencies: Dependency[] = [];
  const indexes: PackageIndex[] = [];
  for (const { text, at } of linesOf(unit)) {
    const [, url] = /^source\s*\(?\s*["']([^"']+)["']/.exec(text) ?? [];
    if (url !== undefined) indexes.push({ at, url, extra: false });
    const [, name, from] =
      /^gem\s+["']([^"']+)["'].*\bgit(?:hub)?:\s*["']([^"']+)["']/.exec(text) ?? [];
    if (name !== undefined && from !== undefined)
      dependencies.push({
        ...other(name, at),
        from: from.includes(':') ? from : `https://github.com/${from}`,
      });
  }
  return { dependencies, indexes };
}

const SETTING =
  /^(?:(?:@[\w.-]+:)?registry|(?:index|extra-index|index-url|extra-index-url|find-links)(?:-url)?|npmRegistryServer)["']?\s*[=:\s]\s*["']?((?:https?:)\/\/[^\s"']+)/;

/** Settings of package managers, such as `.npmrc` and `pip.conf`. */
export function indexSettings(unit: Unit): Declared {
  const indexes: PackageIndex[] = [];
  for (const { text, at } of linesOf(unit)) {
    const [, url] = SETTING.exec(text) ?? [];
    if (url !== undefined) indexes.push({ at, url, extra: /^(?:extra|find)/.test(text) });
  }
  return { dependencies: [], indexes };
}
