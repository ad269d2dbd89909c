import { lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { isMissing, isNowhere, atPath } from '../../../toolbox/file-errors.js';
import { targetExists } from '../contract/plugin-errors.js';
import type { LooseFile } from '../contract/plugin-format.js';
import { requireValid } from './valid-plugin.js';

export interface Component {
  readonly name: string;
  readonly description: string;
}

export function ruleFile({ name, description }: Component): LooseFile {
  return textFile(`rules/${name}.md`, `# ${name}\n\n${description}\n`);
}

/** A `SKILL.md` in a folder of the plugin; `.` is the plugin's root. */
export function skillFile({ name, description }: Component, folder: string): LooseFile {
  const front = stringify({ name, description }, { lineWidth: 0, defaultStringType: 'PLAIN' });
  const body = `# ${name}\n\nDescribe the steps here: what to look at, what to do, and how to tell that it worked.\n`;
  return textFile(join(folder, 'SKILL.md'), `---\n${front}---\n\n${body}`);
}

function textFile(path: string, text: string): LooseFile {
  return { path, executable: false, content: Buffer.from(text) };
}

/** The error for an empty answer. */
export const someText = (answer: string): string | undefined =>
  answer.trim() === '' ? 'It cannot be empty.' : undefined;

/** A folder to create, and the name of its parameter on this surface. */
export interface NewFolder {
  readonly folder: string;
  readonly parameter: string;
}

/** Creates a folder with these files, all of them or none. Throws `plugin_invalid` or `target_exists` before anything is written. */
export async function createFolder(
  { folder, parameter }: NewFolder,
  files: readonly LooseFile[],
  checked: readonly LooseFile[] = files,
): Promise<void> {
  requireValid({ files: checked }, 'The plugin to create');
  if (!(await isFree(folder))) throw targetExists({ path: folder, parameter });
  await atPath(folder, fill(folder, files));
}

async function fill(folder: string, files: readonly LooseFile[]): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(join(dirname(folder), '.svc-new-'));
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), content, { flag: 'wx' });
    }
    // replaces an empty folder, and fails on one that was filled meanwhile
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function isFree(folder: string): Promise<boolean> {
  if (await isLink(folder)) return false;
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (isNowhere(error)) return isMissing(error);
    throw error;
  }
}

/** A rename cannot replace a link by a folder, wherever the link leads. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
