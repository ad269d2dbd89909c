/** Files that are run in another language than their names say, as by `bash notes.txt`. */
import type { Fact, FactOf } from './facts.js';
import type { Language, Unit } from './unit.js';

const INTERPRETERS: readonly (readonly [RegExp, Language])[] = [
  [/^(?:(?:ba|z|da|k)?sh|source|\.)$/, 'shell'],
  [/^python[\d.]*$/, 'python'],
  [/^(?:node|bun)$/, 'javascript'],
  [/^ruby$/, 'ruby'],
  [/^perl$/, 'perl'],
  [/^php$/, 'php'],
];
/** Languages that differ in their types only. */
const ALIKE: ReadonlySet<Language> = new Set<Language>(['javascript', 'typescript', 'tsx']);

/** The texts of files that facts say are run, in the language of what runs them. */
export function* startedFiles(
  facts: readonly Fact[],
  texts: readonly Unit[],
): Generator<Unit, void, undefined> {
  const byName = new Map<string, Unit[]>();
  for (const text of texts) {
    const name = nameOf(text.file);
    byName.set(name, [...(byName.get(name) ?? []), text]);
  }
  for (const fact of facts)
    for (const { path, language } of startsOf(fact))
      for (const unit of byName.get(nameOf(path)) ?? [])
        if (isMeant(unit.file, path) && !isRead(unit.language, language))
          yield { ...unit, language };
}

interface Start {
  readonly path: string;
  readonly language: Language;
}

function startsOf(fact: Fact): readonly Start[] {
  if (fact.kind === 'run') return interpreted(fact);
  return fact.kind === 'execute' ? executed(fact) : [];
}

/** `bash setup.txt`. */
function interpreted({ name, args }: FactOf<'run'>): readonly Start[] {
  const language = INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1];
  const path = args.find(({ text }) => !text.startsWith('-'))?.text;
  return language === undefined || path === undefined ? [] : [{ path, language }];
}

/** `exec(open("notes.txt").read())`. */
function executed({ how, at, sources }: FactOf<'execute'>): readonly Start[] {
  if (how !== 'shell' && how !== 'code') return [];
  const language = how === 'shell' ? 'shell' : at.unit.language;
  return sources.flatMap((source) =>
    source.kind === 'file' ? [{ path: source.path.text, language }] : [],
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Folders in front, such as `./` and `${CLAUDE_PLUGIN_ROOT}/`, say where the bundle lies. */
function isMeant(file: string, path: string): boolean {
  const tail = path.replace(/^(?:\.{1,2}\/|~\/|\$\{\w+\}\/|\/)+/, '');
  return file === tail || file.endsWith(`/${tail}`);
}

const isRead = (own: Language, other: Language): boolean =>
  own === other || (ALIKE.has(own) && ALIKE.has(other));
