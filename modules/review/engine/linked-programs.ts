/** Programs that load other programs of the bundle: what those answer flows into what these run and send, and what these hand over into what those do. */
import type { Answers, Fact, Given, Handed, Reading, Source } from './facts.js';
import type { Language, Unit } from './unit.js';

const SHELL: ReadonlySet<Language> = new Set<Language>(['shell']);
const PYTHON: ReadonlySet<Language> = new Set<Language>(['python']);
const SCRIPT: ReadonlySet<Language> = new Set<Language>(['javascript', 'typescript', 'tsx']);
/** Languages whose programs load each other. */
const FAMILIES = [SHELL, PYTHON, SCRIPT] as const;

/** Modules that load modules that load modules, in levels. */
export const MOST_LEVELS = 3;
/** Programs of a bundle that are read again, and their characters, at most. */
const MOST_PROGRAMS = 300;
const MOST_TEXT = 3_000_000;

interface Module {
  readonly unit: Unit;
  readonly name: string;
  readonly answers: Answers;
}

/** Knows which names of the bundle's programs answer something from elsewhere. */
export class LinkedPrograms {
  readonly #modules = new Map<string, Module>();
  readonly #handed = new Map<string, Map<string, Given>>();
  readonly #all = new Set<Source>();
  #programs = 0;
  #text = 0;

  /** How many names answer something or are given something. */
  get size(): number {
    let size = 0;
    for (const { answers } of this.#modules.values()) size += answers.size;
    for (const functions of this.#handed.values()) size += functions.size;
    return size;
  }

  /** Remembers what a program answers, and what it gives to others. */
  add(unit: Unit, { answers, handed }: Reading): void {
    if (answers !== undefined) this.#addAnswers(unit, answers);
    for (const [qualified, given] of handed ?? []) this.#addGiven(qualified, given);
  }

  #addGiven(qualified: string, given: Given): void {
    const [module = '', name = ''] = qualified.split('.');
    const functions = this.#handed.get(module) ?? new Map<string, Given>();
    this.#handed.set(module, functions);
    functions.set(name, merged(functions.get(name), given));
    for (const sources of given.values()) for (const source of sources) this.#all.add(source);
  }

  #addAnswers(unit: Unit, answers: Answers): void {
    const told = new Map(
      [...answers].flatMap(([name, sources]) => {
        const remote = sources.filter(isTold);
        return remote.length === 0 ? [] : [[name, remote] as const];
      }),
    );
    if (told.size === 0) return;
    for (const sources of told.values()) for (const source of sources) this.#all.add(source);
    this.#modules.set(unit.file, { unit, name: moduleName(unit.file), answers: told });
  }

  /** The programs that name a module, with what its names answer. */
  *readers(units: readonly Unit[]): Generator<Unit, void, undefined> {
    if (this.#modules.size === 0 && this.#handed.size === 0) return;
    for (const unit of units) {
      const loaded = this.#loadedBy(unit);
      const given = this.#givenTo(unit);
      if (loaded.size === 0 && given === undefined) continue;
      this.#text += unit.text.length;
      if (++this.#programs > MOST_PROGRAMS || this.#text > MOST_TEXT) return;
      yield { ...unit, given, ...(loaded.size > 0 && { loaded }) };
    }
  }

  #givenTo({ language, file }: Unit): Handed | undefined {
    const isCode = PYTHON.has(language) || SCRIPT.has(language);
    return isCode ? this.#handed.get(moduleName(file)) : undefined;
  }

  #loadedBy(unit: Unit): Answers {
    const family = FAMILIES.find((one) => one.has(unit.language));
    const loaded = new Map<string, readonly Source[]>();
    if (family === undefined) return loaded;
    for (const { unit: other, name, answers } of this.#modules.values()) {
      const isOther = other.file !== unit.file && family.has(other.language);
      if (!isOther || !unit.text.includes(name)) continue;
      for (const [answer, sources] of answers)
        loaded.set(family === SHELL ? answer : `${name}.${answer}`, sources);
    }
    return loaded;
  }

  /** The fact without credentials that its program is given: a client is often handed that of its own service. */
  withoutGiven(fact: Fact): Fact {
    if (fact.kind !== 'request' || fact.at.unit.given === undefined) return fact;
    const loaded = new Set([...(fact.at.unit.loaded?.values() ?? [])].flat());
    const isOwn = (source: Source): boolean => loaded.has(source) || !this.#all.has(source);
    return { ...fact, credentials: fact.credentials.filter(isOwn) };
  }

  /** Whether what a module answers or is given reaches a fact. */
  isReached(fact: Fact): boolean {
    return flowing(fact).some((source) => this.#all.has(source));
  }
}

const TOLD: ReadonlySet<Source['kind']> = new Set<Source['kind']>(['network', 'decoded', 'file']);

export const isTold = ({ kind }: Source): boolean => TOLD.has(kind);

/** Arguments of two calls of one function. */
export function merged(known: Given | undefined, given: Given): Given {
  const all = new Map(known);
  for (const [at, sources] of given)
    all.set(at, [...new Set([...(all.get(at) ?? []), ...sources])]);
  return all;
}

function flowing(fact: Fact): readonly Source[] {
  if (fact.kind === 'request') return [...fact.sends, ...fact.credentials];
  return fact.kind === 'execute' || fact.kind === 'write' ? fact.sources : [];
}

/** How other programs name it: without its folder and ending; that of a folder where it stands for the folder. */
function moduleName(file: string): string {
  const [last = '', folder = ''] = file.split('/').reverse();
  const name = last.replace(/\.\w+$/, '');
  return /^(?:index|__init__)$/.test(name) && folder !== '' ? folder : name;
}

/** The name under which a qualified name of a program is known: `../net.js.get` and `pkg.net.get` as `net.get`. */
export function loadedName(qualified: string): string {
  const parts = qualified
    .slice(qualified.lastIndexOf('/') + 1)
    .replace(/\.[cm]?[jt]sx?(?=\.|$)/, '')
    .split('.')
    .filter((part) => part !== '');
  return parts.length === 1 ? `${parts.join('')}.default` : parts.slice(-2).join('.');
}
