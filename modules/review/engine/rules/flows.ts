/** What the rules on facts share: where data really comes from, and how much one more sign weighs. */
import { severities, type Severity } from '../../../registry/contract/scanners.js';
import type { Fact, FactOf, Source, Value } from '../facts.js';
import type { Draft, Subject } from '../rule.js';
import type { Unit } from '../unit.js';
import { destinationOf, isHostile, isTrusted, type Destination } from '../tables/hosts.js';

function grouped(facts: readonly Fact[]): Map<Fact['kind'], Fact[]> {
  const byKind = new Map<Fact['kind'], Fact[]>();
  for (const fact of facts) {
    const group = byKind.get(fact.kind);
    if (group === undefined) byKind.set(fact.kind, [fact]);
    else group.push(fact);
  }
  return byKind;
}

const factsByKind = new WeakMap<Subject, Map<Fact['kind'], Fact[]>>();

/** The facts of one kind; listed once, since there can be hundreds of thousands and every rule asks. */
export function factsOf<K extends Fact['kind']>(subject: Subject, kind: K): readonly FactOf<K>[] {
  const byKind = factsByKind.get(subject) ?? grouped(subject.facts);
  factsByKind.set(subject, byKind);
  return (byKind.get(kind) ?? []) as FactOf<K>[];
}

/** A severity so many levels up. */
export function raised(severity: Severity, levels: number): Severity {
  const rank = Math.min(severities.indexOf(severity) + levels, severities.length - 1);
  return severities[rank] as Severity;
}

/** One level more for what runs by itself. */
export const weighedByTrigger = (severity: Severity, { at }: Pick<Fact, 'at'>): Severity =>
  runsByItself(at.unit) ? raised(severity, 1) : severity;

/** Scripts of a package run when somebody calls them, but for those around installing. */
const CALLED = /^(npm|script) (?!(pre|post)?(install|prepare|pack|publish)$|postuninstall$)/;
export const runsByItself = ({ trigger }: Unit): boolean =>
  trigger !== undefined && !CALLED.test(trigger);

/** Traces sources through the files that other parts of the bundle wrote. */
export class Flows {
  readonly #files = new Map<string, Source[]>();

  constructor(subject: Subject) {
    for (const fact of subject.facts) {
      if (fact.kind === 'request' && fact.saves !== undefined)
        this.#add(fact.saves, [{ kind: 'network', url: fact.url, at: fact.at }]);
      if (fact.kind === 'run') this.#record(fact);
      if (fact.kind === 'write' && fact.sources.length > 0) this.#add(fact.path, fact.sources);
    }
  }

  /** All that the sources are made of, each once. */
  origins(sources: readonly Source[]): readonly Source[] {
    const seen = new Set<Source>();
    const paths = new Set<string>();
    let open: readonly Source[] = sources;
    while (open.length > 0) {
      const next: Source[] = [];
      for (const source of open) {
        if (seen.has(source) || seen.size >= MOST_ORIGINS) continue;
        seen.add(source);
        if (source.kind !== 'file' || paths.has(keyOf(source.path))) continue;
        paths.add(keyOf(source.path));
        next.push(...this.writtenTo(source.path));
      }
      open = next;
    }
    return [...seen];
  }

  /** What was written to a file. */
  writtenTo(path: Value): readonly Source[] {
    return this.#files.get(keyOf(path)) ?? [];
  }

  /** Programs that record into a file that they are given. */
  #record({ name, args, at }: FactOf<'run'>): void {
    if (!RECORDERS.test(name)) return;
    const source: Source = { kind: 'command', name, args: '', at };
    for (const path of args) if (/[./]/.test(path.text)) this.#add(path, [source]);
  }

  #add(path: Value, sources: readonly Source[]): void {
    const key = keyOf(path);
    if (key === '') return;
    const known = this.#files.get(key) ?? [];
    if (known.length < MOST_ORIGINS) this.#files.set(key, [...known, ...sources]);
  }
}

const RECORDERS = /^(screencapture|scrot|gnome-screenshot|grim|maim|imagesnap|fswebcam)$/;
/** Enough for every program that people write; a bundle that exceeds it has many findings by then. */
const MOST_ORIGINS = 64;

/** Names that are nothing but a variable say nothing about which file it is. */
const keyOf = ({ text }: Value): string =>
  /^\$\{?\w+\}?$/.test(text) ? '' : text.replace(/^\.[\\/]/, '');

const flowsBySubject = new WeakMap<Subject, Flows>();
export function flowsOf(subject: Subject): Flows {
  const known = flowsBySubject.get(subject) ?? new Flows(subject);
  flowsBySubject.set(subject, known);
  return known;
}

/** The worst of several drafts about one thing; the first of equals. */
export function worstBy(drafts: Iterable<Draft>, keyOfDraft: (draft: Draft) => string): Draft[] {
  const byKey = new Map<string, Draft>();
  for (const draft of drafts) {
    const key = keyOfDraft(draft);
    const other = byKey.get(key);
    if (other === undefined || rank(draft) > rank(other)) byKey.set(key, draft);
  }
  return [...byKey.values()];
}

const rank = ({ rule, severity = rule.severity }: Draft): number => severities.indexOf(severity);

/** The addresses in a text. */
export function addressesIn(text: string): readonly Destination[] {
  return [...text.matchAll(ADDRESSES)].map(([address]) =>
    destinationOf({ text: address, dynamic: false }),
  );
}
const ADDRESSES = /\b(?:https?|ftp|wss?):\/\/[^\s"'`<>\\|;]+|\/dev\/(?:tcp|udp)\/[^\s"'`<>\\|;]+/g;

/** What commands in a text that is only written would do once they run. */
export function intentOf(text: string): 'hostile' | 'fetches' | 'plain' {
  if (REVERSE.test(text) || addressesIn(text).some(isHostile)) return 'hostile';
  const away = FETCHES.test(text) && !addressesIn(text).every(isTrusted);
  return HIDES.test(text) || away ? 'fetches' : 'plain';
}
const REVERSE = /\/dev\/(tcp|udp)\/|\bn(et)?cat? .*-e\b|pty\.spawn|\bmkfifo\b.*\bnc\b/;
const FETCHES =
  /\b(curl|wget|iwr|irm|invoke-(webrequest|restmethod)|downloadstring|nc|ncat|urlopen|requests\.|fetch\()/i;
const HIDES =
  /base64 (-d|-D|--decode)|\bxxd -r|-enc(odedcommand)?\b|frombase64string|\/(tmp|var\/tmp|dev\/shm)\/\./i;

/** How many things make a written text worse than its file: it came from elsewhere, fetches something, or goes to attackers. */
export function signsOf({ content, sources }: FactOf<'write'>, flows: Flows): number {
  const remote = flows
    .origins(sources)
    .some(
      (source) => (source.kind === 'network' && !isOwn(source.url)) || source.kind === 'decoded',
    );
  const intent = intentOf(content.text);
  return (remote ? 1 : 0) + (intent === 'hostile' ? 2 : intent === 'fetches' ? 1 : 0);
}

/** A repository whose owner is a variable: it belongs to the user of the program. */
const isOwn = ({ text, dynamic }: Value): boolean => dynamic && OWN.test(text);
const OWN = /^(?:https:\/\/|git@)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[/:]\$/;
