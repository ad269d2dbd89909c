import type { Source } from '../config/resolve/configuration.js';
import { pathText } from '../config/problem.js';
import type { ValueSource } from '../contract/results.js';

export function sourceView(source: Source): ValueSource {
  if (source.kind !== 'file') return { ...source };
  return { ...source, path: pathText(source.path) };
}

/** A source in words: `.lnk/lnk.json:12:9`, `LNK_FILE_MODE`, `default`. */
export function sourceText({ kind, name, file, line, column }: ValueSource): string {
  if (kind === 'file') return `${String(file)}:${String(line)}:${String(column)}`;
  return name ?? kind;
}

/** The source of a rule in words: one that nobody has set is built in. */
export const ruleSourceText = (source: ValueSource): string =>
  source.kind === 'default' ? 'built in' : sourceText(source);
