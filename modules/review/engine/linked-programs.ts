/** Programs that load other programs of the bundle: what those answer flows into what these run and send. */
import type { Answers, Fact, Source } from './facts.js';
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
  readonly #all = new Set<Source>();
  #programs = 0;
  #text = 0;

  /** How many names answer something. */
  get size(): number {
    let size = 0;
    for (const { answers } of this.#modules.values()) size += answers.size;
    return size;
  }

  /** Remembers what a program answers. */
  add(unit: Unit, answers: Answers): void {
    const told = new Map(
      [...answers].flatMap(([name, sources]) => {
        const remote = sources.filter(({ kind }) => TOLD.has(kind));
        return remote.length === 0 ? [] : [[name, remote] as const];
      }),
    );
    if (told.size === 0) return;
    for (const sources of told.values()) for (const source of sources) this.#all.add(source);
    this.#modules.set(unit.file, { unit, name: moduleName(unit.file), answers: told });
  }

  /** The programs that name a module, with what its names answer. */
  *readers(units: readonly Unit[]): Generator<Unit, void, undefined> {
    if (this.#modules.size === 0) return;
    for (const unit of units) {
      const loaded = this.#loadedBy(unit);
      if (loaded.size === 0) continue;
      this.#text += unit.text.length;
      if (++this.#programs > MOST_PROGRAMS || this.#text > MOST_TEXT) return;
      yield { ...unit, loaded };
    }
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

  /** Whether what a module answers reaches a fact. */
  isReached(fact: Fact): boolean {
    return flowing(fact).some((source) => this.#all.has(source));
  }
}

const TOLD: ReadonlySet<Source['kind']> = new Set<Source['kind']>(['network', 'decoded', 'file']);

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
