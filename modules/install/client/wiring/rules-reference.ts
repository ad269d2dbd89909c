import { endOfLine } from '../json/text-style.js';
import { RULES_FILE } from '../project/paths.js';
import type { Changes } from '../transaction/changes.js';

const MARKER = '<!-- svc-managed -->';
const IMPORT = `@${RULES_FILE}`;

/** Makes the agents' instruction files point at the rules: once, at the end, and nothing else in them is touched. */
export async function writeRulesReferences(changes: Changes, files: readonly string[]): Promise<void> {
  // AGENTS.md is never created (specification, "Directory .svc/")
  await appendReference(changes, 'AGENTS.md', false);
  for (const file of files) await appendReference(changes, file, true);
}

async function appendReference(changes: Changes, file: string, create: boolean): Promise<void> {
  const text = await changes.read(file);
  if (text === undefined) {
    if (create) await changes.write(file, `${IMPORT}\n`);
    return;
  }
  if (text.includes(IMPORT) || text.includes(MARKER)) return;
  if (create && text.includes('@AGENTS.md') && (await changes.read('AGENTS.md'))?.includes(IMPORT) === true) return;
  await changes.write(file, text + reference(text));
}

function reference(text: string): string {
  const newline = endOfLine(text);
  const heading = /^# /m.test(text) ? '##' : '#';
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return [`${gap}${heading} Agent Rules ${MARKER}`, '', `${IMPORT} follow the [instructions](${RULES_FILE})`, ''].join(newline);
}
