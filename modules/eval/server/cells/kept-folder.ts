import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SecretMask } from '../../../launch/contract/worker-agents.js';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import { runInside } from '../../../sandbox/contract/run-inside.js';

const MB = 1024 * 1024;
const SECONDS = 120;
/** Bytes of a folder that is kept, compressed; and as it is, where secrets are looked for in it. */
const MOST_KEPT = 32 * MB;
const MOST_PLAIN = 128 * MB;

/** The folder in which an agent has worked, as a `.tgz`; or why it is not kept: a sentence. */
export type KeptFolder = { readonly bytes: Uint8Array } | { readonly problem: string };

export async function keptFolder(
  sandbox: Sandbox,
  folder: string,
  mask: SecretMask,
): Promise<KeptFolder> {
  const flags = mask.isEmpty ? '-czf' : '-cf';
  const ended = await runInside(sandbox, {
    program: 'tar',
    args: [flags, '-', '--sort=name', '-C', folder, '.'],
    seconds: SECONDS,
    most: mask.isEmpty ? MOST_KEPT : MOST_PLAIN,
  });
  // 1: a file has changed meanwhile, or is a socket
  if (ended.code !== 0 && ended.code !== 1)
    return { problem: 'The folder could not be packed, so it is not kept.' };
  if (!ended.isWhole) return { problem: 'The folder is too large to be kept.' };
  if (mask.isEmpty) return { bytes: ended.stdoutBytes };
  if (mask.isIn(ended.stdoutBytes))
    return { problem: 'The folder contains a secret of the environment, so it is not kept.' };
  const bytes = await promisify(gzip)(ended.stdoutBytes);
  return bytes.length <= MOST_KEPT ? { bytes } : { problem: 'The folder is too large to be kept.' };
}
