import { randomBytes } from 'node:crypto';
import { usageError } from 'svc-registry/kernel';
import type { Format } from '../document/document.js';
import type { Mistake } from '../problem.js';
import { fileKey, type KeyNode } from './file-key.js';
import { keyProblem } from './key-rules.js';
import { renderKey, wrongKey, type RenderKey } from './render-key.js';

export { KeyMistake } from './render-key.js';

export interface SessionKey {
  readonly value: string;
  readonly source: 'flag' | 'environment' | 'file' | 'random';
  /** Where it is written, as an offset in the text of the file; only for `file`. */
  readonly at?: number;
  /** Why the file's `key` does not count. Its offset is one of the text as written. */
  readonly warning?: Mistake;
  /** What a stronger source has replaced, the strongest first. A random key replaces nothing. */
  readonly losers: readonly LosingKey[];
}

export interface LosingKey {
  readonly source: 'environment' | 'file';
  /** As written: the template of a file is not rendered. */
  readonly value: string;
  /** As for `SessionKey`. */
  readonly at?: number;
}

export interface KeyOptions extends RenderKey {
  /** The file as written; empty without one. */
  readonly text: string;
  readonly format: Format;
  /** What `--key` says. */
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes a key when nobody has named one. */
  readonly random?: () => string;
}

/**
 * The key of the session: of `--key`, LNK_KEY, the file, or a random one. The file is read as written, before it is rendered, since
 * its templates may mention the key. Throws `KeyMistake` for a key of the file that cannot be rendered or is no key, and a usage error
 * for others.
 */
export async function readKey(options: KeyOptions): Promise<SessionKey> {
  const { text, format, flag, env, random = randomKey } = options;
  const { node, warning } = await fileKey(text, format);
  const inFile = node === undefined ? [] : [losing(node)];
  const variable = env['LNK_KEY'];
  const inEnvironment =
    variable === undefined || variable === ''
      ? []
      : [{ source: 'environment' as const, value: variable }];
  if (flag !== undefined)
    return { value: checked(flag, '--key'), source: 'flag', losers: [...inEnvironment, ...inFile] };
  if (inEnvironment[0] !== undefined) {
    const value = checked(inEnvironment[0].value, 'LNK_KEY');
    return { value, source: 'environment', losers: inFile };
  }
  if (node !== undefined) {
    const value = await ofFile(node, options);
    return { value, source: 'file', at: node.from, losers: [] };
  }
  return { value: random(), source: 'random', losers: [], ...(warning && { warning }) };
}

const losing = ({ value, from }: KeyNode): LosingKey => ({ source: 'file', value, at: from });

/** 5 lowercase hexadecimal digits. */
const randomKey = (): string => randomBytes(3).toString('hex').slice(0, 5);

function checked(key: string, name: string): string {
  const problem = keyProblem(key);
  if (problem !== undefined)
    throw usageError({ what: `The key of ${name} ${problem.why}.`, hint: problem.hint });
  return key.trim();
}

async function ofFile(node: KeyNode, options: KeyOptions): Promise<string> {
  const value = await renderKey(node, options);
  const problem = keyProblem(value);
  if (problem !== undefined)
    throw wrongKey({ at: node.from, message: `The key ${problem.why}.`, hint: problem.hint });
  return value.trim();
}
