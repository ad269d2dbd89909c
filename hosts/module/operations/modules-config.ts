import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { lock } from 'proper-lockfile';
import type { HostInfo } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../toolbox/file-reasons.js';
import writeFileAtomic from 'write-file-atomic';
import { readConfig } from '../../configured-modules.js';
import { configUnwritable } from '../contract/module-errors.js';
import type { WhichModules } from '../contract/module-inputs.js';

export const isServer = ({ server, dataDir }: WhichModules): boolean =>
  server === true || dataDir !== undefined;

/** The folder of the configuration to change: the user's own, or the server's. Never a repository's. */
export async function configFolder(input: WhichModules, host: HostInfo): Promise<string> {
  if (!isServer(input)) return host.home;
  const { serverSettings } = await import('../../http/settings.js');
  return serverSettings(input, host).dataDir;
}

function reasonOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return code === 'ELOCKED' ? 'another svc command holds it' : fileSystemReason(error);
}

/** Locks the configuration. Creates its folder for its owner only, because it may hold secrets. */
async function prepare(file: string): Promise<() => Promise<void>> {
  const folder = dirname(file);
  if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o700);
  return lock(file, { realpath: false, retries: { retries: 20, minTimeout: 20, maxTimeout: 250 } });
}

/** Replaces the list of modules in the configuration's text and leaves everything else unchanged, including formatting. */
function withModules(text: string, modules: readonly string[]): string {
  const indented = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indented.startsWith('\t'),
    tabSize: indented.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const changed = applyEdits(text, modify(text, ['modules'], modules, { formattingOptions }));
  return changed.endsWith('\n') ? changed : `${changed}${formattingOptions.eol}`;
}

async function write(file: string, text: string): Promise<void> {
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  await writeFileAtomic(file, text, { mode });
}

/** Changes the list of modules under a lock that keeps other processes out. Answers whether the list is different now. */
export async function changeModules(
  folder: string,
  change: (names: readonly string[]) => readonly string[],
): Promise<boolean> {
  const file = join(folder, 'config.json');
  const refused = (error: unknown): never => {
    throw configUnwritable({ file, why: reasonOf(error) }, { cause: error });
  };
  const release = await prepare(file).catch(refused);
  try {
    const { text = '{}', modules } = await readConfig(file);
    const changed = change(modules);
    if (changed.length === modules.length) return false;
    await write(file, withModules(text, changed)).catch(refused);
    return true;
  } finally {
    await release();
  }
}
