import { entriesOf, nodeAt, textOf, type DataNode } from './data-node.js';
import type { Fact, Value } from './facts.js';
import { isServerMap } from './readers/data/embedded.js';
import { capabilityKinds, type Capability, type CapabilityKind } from './report.js';
import type { ParsedFile, Subject } from './rule.js';
import { destinationOf } from './tables/hosts.js';
import { lineAt, type Unit } from './unit.js';

interface Found {
  readonly kind: CapabilityKind;
  readonly value: string;
  readonly file: string;
  readonly line: number;
}

/** Places that are named for each capability, at most. */
const MOST_PLACES = 5;
/** Characters of a name, at most: longer text is not a name. */
const LONGEST = 200;
/** Values of one kind, at most: a program with more of them effectively computes them. */
const MOST_VALUES = 1000;
const DYNAMIC = 'dynamic';

/** What the bundle can do, in order of kind and value. */
export function capabilitiesOf(subject: Subject): readonly Capability[] {
  const byKind = new Map<CapabilityKind, Map<string, Found[]>>();
  for (const found of everything(subject)) {
    const values = byKind.get(found.kind) ?? new Map<string, Found[]>();
    byKind.set(found.kind, values);
    const value = values.has(found.value) || values.size < MOST_VALUES ? found.value : DYNAMIC;
    const places = values.get(value);
    if (places === undefined) values.set(value, [found]);
    else places.push(found);
  }
  return [...byKind]
    .flatMap(([kind, values]) =>
      [...values].map(([value, found]) => ({ kind, value, at: placesOf(found) })),
    )
    .sort(inOrder);
}

/** What only the later version has. */
export function newCapabilities(
  before: readonly Capability[],
  after: readonly Capability[],
): readonly Capability[] {
  const known = new Set(before.map(({ kind, value }) => `${kind} ${value}`));
  return after.filter(({ kind, value }) => !known.has(`${kind} ${value}`));
}

function* everything({ facts, units, parsed }: Subject): Iterable<Found> {
  for (const fact of facts) {
    const { unit, line } = fact.at;
    for (const [kind, value] of ofFact(fact)) yield { kind, value, file: unit.file, line };
  }
  for (const unit of units) {
    const [, event] = /^hook (.+)$/.exec(unit.trigger ?? '') ?? [];
    if (event !== undefined)
      yield { kind: 'hook', value: named(event), file: unit.file, line: unit.line };
  }
  for (const file of parsed) yield* ofData(file);
}

type Named = readonly [kind: CapabilityKind, value: string];

/** Commands of the shell itself are no programs. */
const BUILT_IN = new Set(
  '. : [ [[ alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history if jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test then times trap true type typeset ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
);

function ofFact(fact: Fact): readonly Named[] {
  switch (fact.kind) {
    case 'request':
      return [
        ...hostOf(fact.url),
        ...(fact.saves === undefined ? [] : [['path', pathOf(fact.saves)] as const]),
      ];
    case 'run':
      return BUILT_IN.has(fact.name) || fact.name === '' ? [] : [['binary', binaryOf(fact.name)]];
    case 'write':
    case 'delete':
      return [['path', pathOf(fact.path)]];
    case 'environment':
      return [['environment', named(fact.name)]];
    default:
      return [];
  }
}

/** Programs that run on this computer are not contacted over the network. */
function hostOf(url: Value): readonly Named[] {
  const { kind, host } = destinationOf(url);
  if (kind === 'local' || kind === 'placeholder') return [];
  return [['host', host === '' ? DYNAMIC : named(host)]];
}

const binaryOf = (name: string): string =>
  name.includes('$') || name.includes('`') ? DYNAMIC : named(name.replace(/^.*[\\/]/, ''));

/** A path in a home folder with `~` in place of the folder's name. */
function pathOf({ text }: Value): string {
  const path = text.replace(/^(\$HOME|\$\{HOME\}|\$\{home\}|\$\{homedir\})(?=\/|$)/i, '~');
  return /[$`]/.test(path) || path === '' ? DYNAMIC : named(path);
}

const named = (text: string): string => (text.length > LONGEST ? DYNAMIC : text);

/** Tools of front matter, and tool servers of manifests. */
function* ofData({ unit, value }: ParsedFile): Iterable<Found> {
  const name = unit.file.slice(unit.file.lastIndexOf('/') + 1).toLowerCase();
  if (unit.language === 'markdown')
    for (const key of ['allowed-tools', 'tools']) yield* toolsIn(unit, nodeAt(value, key));
  else
    for (const { key, value: below } of entriesOf(value))
      if (isServerMap(key, name)) yield* serversIn(unit, below);
}

function* serversIn(unit: Unit, map: DataNode): Iterable<Found> {
  for (const { key, from, value } of entriesOf(map)) {
    const place = { file: unit.file, line: lineAt(unit, from) };
    yield { kind: 'toolServer', value: named(key), ...place };
    const url = textOf(nodeAt(value, 'url')) ?? textOf(nodeAt(value, 'serverUrl'));
    if (url === undefined) continue;
    for (const [kind, host] of hostOf({ text: url, dynamic: url.includes('$') }))
      yield { kind, value: host, ...place };
  }
}

/** Written as a list, with commas or with blanks; parentheses hold what belongs to one tool. */
const TOOL = /[^\s,()]+(?:\([^()]*\))?/g;

function* toolsIn(unit: Unit, node: DataNode | undefined): Iterable<Found> {
  const items = node?.kind === 'array' ? node.items : node === undefined ? [] : [node];
  for (const item of items)
    for (const [tool] of (textOf(item) ?? '').matchAll(TOOL))
      yield { kind: 'tool', value: named(tool), file: unit.file, line: lineAt(unit, item.from) };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const inOrder = (
  one: Pick<Found, 'kind' | 'value'>,
  other: Pick<Found, 'kind' | 'value'>,
): number =>
  capabilityKinds.indexOf(one.kind) - capabilityKinds.indexOf(other.kind) ||
  compare(one.value, other.value);

function placesOf(found: readonly Found[]): Capability['at'] {
  const byPlace = new Map(found.map(({ file, line }) => [`${file}:${line}`, { file, line }]));
  return [...byPlace.values()]
    .sort((one, other) => compare(one.file, other.file) || one.line - other.line)
    .slice(0, MOST_PLACES);
}
