import { positionAt } from '../../../../toolbox/text-position.js';
import type { Format } from '../document/document.js';
import { readDocument } from '../document/read-document.js';
import type { Mistake } from '../problem.js';
import { hasTemplates } from './templates.js';
import { writtenKey } from './written-key.js';

/** The value of `key` in a file as written. */
export interface KeyNode {
  readonly from: number;
  readonly to: number;
  /** With its templates. */
  readonly value: string;
}

interface FileKey {
  readonly node?: KeyNode;
  /** Why there is none, though it is written. */
  readonly warning?: Mistake;
}

/** Reads `key` from a file before it is rendered. Neither is there when the file has none, or one that is no text, which the check of the file reports. */
export async function fileKey(text: string, format: Format): Promise<FileKey> {
  const { root, mistakes } = await readDocument(text, format);
  const [mistake] = mistakes;
  if (mistake !== undefined) return ignored(text, { format, mistake });
  const members = root?.kind === 'object' ? root.members : [];
  const value = members.find(({ key }) => key === 'key')?.value;
  if (value?.kind !== 'string') return {};
  return { node: { from: value.from, to: value.to, value: String(value.value) } };
}

const NAMES: Readonly<Record<Format, string>> = { json: 'JSON', toml: 'TOML', yaml: 'YAML' };

function ignored(
  text: string,
  { format, mistake }: { readonly format: Format; readonly mistake: Mistake },
): FileKey {
  // without templates the same mistakes are reported as errors of the file
  const at = hasTemplates(text) ? writtenKey(text, format) : undefined;
  if (at === undefined) return {};
  const { line, column } = positionAt(text, mistake.at);
  const isInKey =
    mistake.at > at &&
    line === positionAt(text, at).line &&
    // in a file of one line, other fields may follow the key
    !/["']\s*,/.test(text.slice(at, mistake.at));
  return {
    warning: {
      severity: 'warning',
      path: ['key'],
      at,
      message: `The key of the file is ignored, and another is generated: it is read before templates are rendered, and as written the file is not valid ${NAMES[format]} (line ${line}, column ${column}: ${mistake.message.replace(/\.$/, '')}).`,
      hint: isInKey ? IN_KEY : ELSEWHERE,
    },
  };
}

const IN_KEY =
  'Put the key in double quotes and texts of its template in single quotes: "{{ git_branch | default(value=\'shared\') }}".';
const ELSEWHERE =
  'Put templates inside of quotes, with single quotes for their own texts, or give the key by --key or LNK_KEY.';
