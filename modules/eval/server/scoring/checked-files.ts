import { posix } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import {
  sandboxFileFailed,
  sandboxFileTooLarge,
  type Sandbox,
} from '../../../sandbox/contract/index.js';
import type { CheckedFile, FileCheck } from '../../scoring/check-verdict.js';

/** Bytes of a file that is looked at. */
const MOST = 1024 * 1024;
const SECONDS = 30;

/** Where a solution is. */
export interface SolutionFolder {
  readonly sandbox: Sandbox;
  /** Absolute path in the sandbox. */
  readonly folder: string;
}

/** For each path the real one of a regular file in the folder, or the reason why it cannot be checked. Links may lead to other files of the folder. */
const FIND = `
root=$(cd -P -- "$1" && pwd -P) || exit 3
shift
for path do
  if real=$(realpath -e -- "$root/$path" 2>/dev/null && printf x); then
    real=\${real%?x}
    case $real in
      "$root"/*) if [ -f "$real" ]; then printf 'file:%s\\0' "$real"; else printf 'other:\\0'; fi ;;
      *) printf 'outside:\\0' ;;
    esac
  else printf 'missing:\\0'
  fi
done`;

const whyNot: ReadonlyMap<string, string> = new Map([
  ['missing', 'does not exist'],
  ['outside', 'is a link that leads out of the folder'],
  ['other', 'is no regular file'],
]);

/** What stands at the paths of checks, in their order. */
export async function checkedFiles(
  checks: readonly FileCheck[],
  { sandbox, folder }: SolutionFolder,
): Promise<readonly CheckedFile[]> {
  if (checks.length === 0) return [];
  const found = await findAll(checks, { sandbox, folder });
  const files: CheckedFile[] = [];
  for (const [index, check] of checks.entries()) {
    const [kind = '', ...real] = (found[index] ?? '').split(':');
    const missing = kind === 'file' ? undefined : (whyNot.get(kind) ?? 'cannot be looked at');
    if (missing !== undefined) files.push({ missing });
    else if (check.type === 'file') files.push({ bytes: new Uint8Array() });
    else files.push(await contentOf(real.join(':'), sandbox));
  }
  return files;
}

async function findAll(
  checks: readonly FileCheck[],
  { sandbox, folder }: SolutionFolder,
): Promise<readonly string[]> {
  const chunks: Uint8Array[] = [];
  const { code } = await sandbox.run({
    program: 'sh',
    args: ['-c', FIND, 'sh', folder, ...checks.map(({ path }) => path)],
    cwd: sandbox.folder,
    env: { LANG: 'C.UTF-8' },
    seconds: SECONDS,
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') chunks.push(chunk);
    },
  });
  if (code !== 0) throw new Error(`the folder of a solution cannot be read: sh ended with ${code}`);
  return Buffer.concat(chunks).toString().split('\0');
}

async function contentOf(path: string, sandbox: Sandbox): Promise<CheckedFile> {
  try {
    const bytes = await sandbox.read(posix.normalize(path), MOST);
    return bytes === undefined ? { missing: 'does not exist' } : { bytes };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.code === sandboxFileTooLarge.spec.code)
      return { missing: `is larger than ${MOST / 1024} KiB` };
    if (error.code === sandboxFileFailed.spec.code) return { missing: 'cannot be read' };
    throw error;
  }
}
