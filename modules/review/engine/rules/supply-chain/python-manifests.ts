import { entriesOf, itemsOf, nodeAt, textOf, type DataNode } from '../../data-node.js';
import { spanAt, type At, type Unit } from '../../unit.js';
import { isCommit, type Declared, type Dependency, type PackageIndex } from './dependency.js';

const NAME = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/;
const INDEX = /^(?:-i|--index-url|--extra-index-url|--find-links|-f)[=\s]+(\S+)/;
const ADDRESS = /^(?:-e\s+|--editable[=\s]+)?((?:git\+|hg\+|svn\+)?[a-z+]+:\/\/\S+)/;

/** One requirement as `pip` writes it, with or without a name before its address. */
export function requirement(written: string, at: At): readonly Dependency[] {
  const text = written.replace(/(?:^|\s)#.*$/, '').trim();
  const { name, from, rest } = partsOf(text);
  if (name === '' && from === undefined) return [];
  return [
    { at, ecosystem: 'pypi', name, from, pinned: isPinned(rest), command: false, runs: false },
  ];
}

interface Parts {
  readonly name: string;
  readonly from?: string | undefined;
  /** What says which version it is. */
  readonly rest: string;
}

function partsOf(text: string): Parts {
  const address = ADDRESS.exec(text)?.[1];
  if (address !== undefined) {
    const [, name = ''] = /[#&]egg=([\w.-]+)/.exec(address) ?? [];
    return { name, from: address, rest: address };
  }
  const [, name = '', rest = ''] = NAME.exec(text) ?? [];
  return { name, from: /^@\s*(\S+)/.exec(rest)?.[1], rest };
}

const isPinned = (rest: string): boolean =>
  /===?\s*\d[\w.]*\s*(?:;|$|--hash)|--hash=/.test(rest) || isCommit(rest);

/** A `requirements.txt` and its kin. */
export function requirementsFile(unit: Unit): Declared {
  const dependencies: Dependency[] = [];
  const indexes: PackageIndex[] = [];
  for (const { text, at } of linesOf(unit)) {
    const [option, url] = INDEX.exec(text) ?? [];
    if (option !== undefined && url !== undefined)
      indexes.push({ at, url, extra: /^(?:--extra|--find|-f)/.test(option) });
    else if (!text.startsWith('-') || ADDRESS.test(text))
      dependencies.push(...requirement(text, at));
  }
  return { dependencies, indexes };
}

/** The lines that are neither empty nor comments. */
export function* linesOf(unit: Unit): Iterable<{ readonly text: string; readonly at: At }> {
  let from = 0;
  for (const line of unit.text.split('\n')) {
    const text = line.trim();
    if (text !== '' && !text.startsWith('#')) {
      const at = { unit, line: unit.line, text };
      yield { text, at: { ...at, line: spanAt(unit, from, from).line } };
    }
    from += line.length + 1;
  }
}

const LISTS: readonly (readonly string[])[] = [
  ['project', 'dependencies'],
  ['build-system', 'requires'],
  // metadata at the top of a script
  ['dependencies'],
];
const MAPS: readonly (readonly string[])[] = [
  ['packages'],
  ['dev-packages'],
  ['tool', 'poetry', 'dependencies'],
  ['tool', 'poetry', 'dev-dependencies'],
  ['tool', 'uv', 'sources'],
];
const SOURCES: readonly (readonly string[])[] = [
  ['source'],
  ['tool', 'poetry', 'source'],
  ['tool', 'uv', 'index'],
  ['tool', 'pdm', 'source'],
];

/** A `pyproject.toml`, a `Pipfile`, or the metadata of a script. */
export function pythonProject(unit: Unit, root: DataNode): Declared {
  const lists = [
    ...LISTS.map((keys) => nodeAt(root, ...keys)),
    ...entriesOf(nodeAt(root, 'project', 'optional-dependencies')).map(({ value }) => value),
    ...entriesOf(nodeAt(root, 'dependency-groups')).map(({ value }) => value),
  ];
  const listed = lists.flatMap((list) =>
    itemsOf(list).flatMap((item) =>
      requirement(textOf(item) ?? '', spanAt(unit, item.from, item.to)),
    ),
  );
  const mapped = MAPS.flatMap((keys) => tableDependencies(unit, nodeAt(root, ...keys)));
  const indexes = SOURCES.flatMap((keys) =>
    itemsOf(nodeAt(root, ...keys)).flatMap((source) => indexOf(unit, source)),
  );
  return { dependencies: [...listed, ...mapped], indexes };
}

function tableDependencies(unit: Unit, table: DataNode | undefined): readonly Dependency[] {
  return entriesOf(table).map(({ key, from, value }) => {
    const address = textOf(nodeAt(value, 'git')) ?? textOf(nodeAt(value, 'url'));
    const version = textOf(value) ?? textOf(nodeAt(value, 'version')) ?? '';
    return {
      at: spanAt(unit, from, value.to),
      ecosystem: 'pypi' as const,
      name: key,
      from: address,
      pinned: /^={0,3}\d+(?:\.\d+)+$/.test(version) || nodeAt(value, 'rev') !== undefined,
      command: false,
      runs: false,
    };
  });
}

function indexOf(unit: Unit, source: DataNode): readonly PackageIndex[] {
  const url = nodeAt(source, 'url');
  const address = textOf(url);
  if (url === undefined || address === undefined) return [];
  const alone = ['default', 'explicit'].some((key) => isTrue(nodeAt(source, key)));
  return [{ at: spanAt(unit, url.from, url.to), url: address, extra: !alone }];
}

const isTrue = (node: DataNode | undefined): boolean =>
  node?.kind === 'scalar' && node.text === 'true';
