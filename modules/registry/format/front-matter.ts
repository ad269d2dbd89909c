import type { LooseFile } from '../contract/plugin-format.js';
import { UNQUOTED_COLON, unquotedColonWarning } from '../contract/unquoted-colon.js';
import type { Findings } from './findings.js';
import { splitBytes } from './front-matter-text.js';
import { readSimpleMapping } from './simple-mapping.js';
import { readYamlMapping, type YamlMapping } from './yaml-mapping.js';

/** The YAML block at the head of a Markdown file. */
export interface FrontMatter extends YamlMapping {
  /** The text after the block. */
  readonly body: string;
}

/** The block starts on line 2: line 1 is the opening `---`. */
const FIRST_LINE = 2;

/** Reads a file's front matter. Returns `undefined`, with the reason among the findings, if it has none or it is invalid. */
export function readFrontMatter(
  { path: file, content }: Pick<LooseFile, 'path' | 'content'>,
  findings: Findings,
): FrontMatter | undefined {
  const parts = splitBytes(content);
  if (typeof parts === 'string') {
    findings.error(parts, { file, line: 1 });
    return undefined;
  }
  const strict = readSimpleMapping(parts.yaml) ?? readYamlMapping(parts.yaml);
  const mapping =
    'message' in strict ? (readForgiving(parts.yaml, { file, findings }) ?? strict) : strict;
  if ('message' in mapping) {
    findings.error(mapping.message, { file, line: mapping.line + FIRST_LINE - 1 });
    return undefined;
  }
  const lines = new Map([...mapping.lines].map(([key, line]) => [key, line + FIRST_LINE - 1]));
  return { values: mapping.values, lines, body: parts.body };
}

/** Reads values such as `description: Use when: x` as most agents do, and warns, since a strict reader drops the whole skill. */
function readForgiving(
  yaml: string,
  { file, findings }: { file: string; findings: Findings },
): YamlMapping | undefined {
  const forgiven: [string, number][] = [];
  const quoted = yaml.split('\n').map((line, index) => {
    const [, key, value] = UNQUOTED_COLON.exec(line) ?? [];
    if (key === undefined || value === undefined) return line;
    forgiven.push([key, index + FIRST_LINE]);
    return `${key}: ${JSON.stringify(value.trimEnd())}`;
  });
  if (forgiven.length === 0) return undefined;
  const mapping = readYamlMapping(quoted.join('\n'));
  if ('message' in mapping) return undefined;
  for (const [key, line] of forgiven) {
    findings.warn(unquotedColonWarning(key), { file, line, field: key });
  }
  return mapping;
}
