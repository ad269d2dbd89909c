import type {
  ConfigFiles,
  EntryFile,
  FileContext,
} from '../../../install/contract/config-files.js';
import { fieldsOf } from '../../../../toolbox/type-guards.js';

/** Hashes by name. */
export type Hashes = ReadonlyMap<string, string>;

/** Which of these the user has agreed to as they are now. */
export async function agreedOf(
  files: ConfigFiles,
  { location, hashes }: Agreed,
  context: FileContext,
): Promise<Hashes> {
  const { entries } = await files.read(location, context);
  const kept = (name: string): unknown => fieldsOf(entries.get(name))['sha256'];
  return new Map([...hashes].filter(([name, hash]) => kept(name) === hash));
}

/** Remembers that the user has agreed to these. */
export async function rememberAgreed(
  files: ConfigFiles,
  { location, hashes }: Agreed,
  context: FileContext,
): Promise<void> {
  for (const [name, sha256] of hashes)
    await files.set(location, { name, value: { sha256 } }, context);
}

interface Agreed {
  readonly location: EntryFile;
  readonly hashes: Hashes;
}
