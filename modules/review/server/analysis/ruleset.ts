import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatorRules } from './operator-rules.js';

/** What is neither code nor a part of the build. */
const IGNORED = /\.test\.|\.d\.ts$|\.map$|\.md$|(?:^|[/\\])testing[/\\]/;

/** Hash of all that decides what the security review finds: the code and data of the engine, and the rules of the operator. */
export const rulesetHash = (operatorRules: readonly OperatorRules[]): Promise<string> =>
  hashOf(['engine'], JSON.stringify(operatorRules));

/** Hash of all that decides scores without a model; the quality review uses some code of the engine. */
export const qualityHash = (): Promise<string> => hashOf(['engine', 'quality'], '');

async function hashOf(folders: readonly string[], more: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of folders) {
    const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
    for (const file of await filesIn(folder)) {
      const content = await readFile(join(folder, file));
      hash.update(`${file.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
    }
  }
  return hash.update(more).digest('hex').slice(0, 16);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
    .filter((path) => !IGNORED.test(path))
    .sort();
}
