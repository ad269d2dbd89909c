import type { Fact, Source } from '../../facts.js';

type Sources = readonly Source[];

/** Data that passes through a file: a program that reads or runs the file gets what was written to it. */
export function withStagedFiles(facts: readonly Fact[]): Fact[] {
  const written = new Map<string, Set<Source>>();
  for (const fact of facts) {
    if (fact.kind === 'write') note(written, fact.path.text, fact.sources);
    if (fact.kind === 'request' && fact.saves !== undefined)
      note(written, fact.saves.text, [{ kind: 'network', url: fact.url, at: fact.at }]);
  }
  return written.size === 0 ? [...facts] : facts.map((fact) => withStaged(fact, written));
}

function note(written: Map<string, Set<Source>>, path: string, sources: Sources): void {
  // a name for what is unknown may stand for several files
  if (path === '' || path === '${…}' || sources.length === 0) return;
  const known = written.get(path) ?? new Set();
  for (const source of sources) known.add(source);
  written.set(path, known);
}

function withStaged(fact: Fact, written: ReadonlyMap<string, ReadonlySet<Source>>): Fact {
  const more = (sources: Sources): Sources => {
    const staged = sources.flatMap((source) =>
      source.kind === 'file' ? [...(written.get(source.path.text) ?? [])] : [],
    );
    return staged.length === 0 ? sources : [...new Set([...sources, ...staged])];
  };
  if (fact.kind === 'request') return { ...fact, sends: more(fact.sends) };
  if (fact.kind !== 'execute') return fact;
  const words =
    fact.how === 'program' || fact.how === 'shell' || fact.how === 'native'
      ? fact.text.text.split(/[\s'"]+/)
      : [];
  const staged = words.flatMap((word) => [...(written.get(word) ?? [])]);
  return { ...fact, sources: [...new Set([...more(fact.sources), ...staged])] };
}
