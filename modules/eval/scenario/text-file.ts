import { decodeText } from '../../../toolbox/decoded-text.js';
import type { Findings } from './findings.js';
import { limits } from './limits.js';
import type { Found, ScenarioFolder } from './scenario-folder.js';

/** Why what stands at a path is no file that can be read, and the rule that it breaks. */
function unusable(found: Exclude<Found, { kind: 'missing' | 'file' }>): {
  readonly rule: 'file' | 'outside';
  readonly message: string;
} {
  switch (found.kind) {
    case 'outside':
      return { rule: 'outside', message: 'It is a link that leads out of the repository.' };
    case 'folder':
      return { rule: 'file', message: 'It is a folder.' };
    case 'other':
      return { rule: 'file', message: 'It is a pipe, a device or a socket.' };
    case 'unreadable':
      return { rule: 'file', message: `It cannot be read: ${found.why}.` };
  }
}

/** The text of a file of the scenario; `undefined` if it is missing, and, after reporting why, if it cannot be read as text. */
export function readText(
  folder: ScenarioFolder,
  file: string,
  findings: Findings,
): { readonly text: string | undefined; readonly isThere: boolean } {
  const found = folder.find(file);
  if (found.kind === 'missing') return { text: undefined, isThere: false };
  if (found.kind !== 'file') {
    const { rule, message } = unusable(found);
    findings.add(rule, message, { file });
    return { text: undefined, isThere: true };
  }
  const text = found.bytes > limits.fileBytes ? undefined : decoded(folder, file);
  if (text === undefined)
    findings.add(
      'file',
      found.bytes > limits.fileBytes
        ? `It has ${found.bytes} bytes; at most ${limits.fileBytes} are read.`
        : 'It is not UTF-8 text.',
      { file },
    );
  return { text, isThere: true };
}

function decoded(folder: ScenarioFolder, file: string): string | undefined {
  const text = decodeText(folder.read(file, limits.fileBytes));
  return text?.includes('\0') === true ? undefined : text;
}
