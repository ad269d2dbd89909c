import { isMap, isNode, isScalar, parseDocument, visit, type Document } from 'yaml';
import { yamlTokens } from '../../../../toolbox/yaml-tokens.js';

/** The front matter of a text, line by line. */
export interface FrontMatterBlock {
  /** The lines between the two fences, each with its own line end. */
  readonly lines: readonly string[];
  /** The same text with other lines. */
  replaced(lines: readonly string[]): string;
}

/** The first line of the block: line 1 is the fence. */
export const FIRST_LINE = 2;

/** Longer front matter is refused by the gate, and the parser's time grows faster than its input. */
const MOST_CHARACTERS = 64 * 1024;
const MOST_DEPTH = 100;

/** `undefined` without front matter, with one that does not end, and with one that is too long. */
export function frontMatterOf(text: string): FrontMatterBlock | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const isFence = (line: string): boolean => /^\u{feff}?---\s*$/u.test(line);
  if (!isFence(lines[0] ?? '')) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (end === -1) return undefined;
  const [before, inside, after] = [lines.slice(0, 1), lines.slice(1, end), lines.slice(end)];
  if (inside.join('').length > MOST_CHARACTERS) return undefined;
  return {
    lines: inside,
    replaced: (changed) => [...before, ...changed, ...after].join(''),
  };
}

/** The top keys of a mapping with their values as JSON, by strict YAML; `undefined` where that refuses the text. */
export function fieldsOfYaml(yaml: string): ReadonlyMap<string, string> | undefined {
  const { depth, many } = yamlTokens(yaml);
  if (many || depth > MOST_DEPTH) return undefined;
  // the parser's own search for duplicate keys takes quadratic time
  const document = parseDocument(yaml, { uniqueKeys: false, schema: 'core', logLevel: 'error' });
  const { errors, warnings, contents } = document;
  if (errors.length + warnings.length > 0 || !isMap(contents) || hasAlias(document))
    return undefined;
  const fields = contents.items.map(
    ({ key, value }) =>
      [
        isScalar(key) && typeof key.value === 'string' ? key.value : '',
        isNode(value) ? JSON.stringify(value.toJS(document)) : 'null',
      ] as const,
  );
  const known = new Map(fields);
  return known.size < fields.length || known.has('') ? undefined : known;
}

/** Front matter with aliases is refused by the gate, and a few of them can stand for very much. */
function hasAlias(document: Document.Parsed): boolean {
  let found = false;
  visit(document, {
    Alias: () => {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}
