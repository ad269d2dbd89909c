/** What checks say. The texts depend on nothing but the solution: the same solution has the same results, to the byte. */
import { decodeText } from '../../../toolbox/decoded-text.js';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { withinProcessorTime } from '../../../toolbox/time-budget.js';
import { compiledPattern } from '../scenario/checks.js';
import type { Check } from '../scenario/scenario.js';

export interface CheckVerdict {
  readonly passes: boolean;
  /** A sentence. */
  readonly why: string;
}

/** What stands at the path of a check: bytes of a regular file, or the reason why there is no such file, as the end of a sentence. */
export type CheckedFile = { readonly bytes: Uint8Array } | { readonly missing: string };

export type FileCheck = Exclude<Check, { type: 'command' }>;

/** Milliseconds of a pattern or a schema: both may be slow on purpose. */
const MOST_TIME = 2_000;

export async function verdictOf(check: FileCheck, file: CheckedFile): Promise<CheckVerdict> {
  if (check.type === 'file') return fileVerdict(check, file);
  if ('missing' in file) return fails(`${check.path} ${file.missing}.`);
  const text = decodeText(file.bytes);
  if (text === undefined) return fails(`${check.path} is no UTF-8 text.`);
  return check.type === 'pattern' ? patternVerdict(check, text) : schemaVerdict(check, text);
}

const passes = (why: string): CheckVerdict => ({ passes: true, why });
const fails = (why: string): CheckVerdict => ({ passes: false, why });

function fileVerdict(
  { path, exists }: Extract<Check, { type: 'file' }>,
  file: CheckedFile,
): CheckVerdict {
  const isThere = !('missing' in file);
  const why = isThere ? `${path} is there.` : `${path} ${file.missing}.`;
  return { passes: isThere === exists, why };
}

function patternVerdict(
  { path, pattern, absent }: Extract<Check, { type: 'pattern' }>,
  text: string,
): CheckVerdict {
  const found = withinProcessorTime(MOST_TIME, () => compiledPattern(pattern).matcher(text).find());
  if (found === undefined) return fails(`The pattern takes too long on ${path}.`);
  const why = `${path} has ${found.value ? '' : 'no '}text that matches ${pattern}.`;
  return { passes: found.value !== absent, why };
}

async function schemaVerdict(
  { path, schema }: Extract<Check, { type: 'schema' }>,
  text: string,
): Promise<CheckVerdict> {
  const value = parsedJson(text);
  if (value === undefined) return fails(`${path} is no JSON.`);
  // its library takes longer to load than everything else
  const { schemaMismatch } = await import('./schema-mismatch.js');
  const checked = withinProcessorTime(MOST_TIME, () => schemaMismatch(schema, value));
  if (checked === undefined) return fails(`The schema takes too long on ${path}.`);
  return checked.value === undefined
    ? passes(`${path} fits the schema.`)
    : fails(`${path} does not fit the schema: ${checked.value}.`);
}
