import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatorRules } from './operator-rules.js';

const ENGINE = fileURLToPath(new URL('../../engine', import.meta.url));

/** What is neither code nor a part of the build. */
const IGNORED = /\.test\.|\.d\.ts$|\.map$|\.md$|(?:^|[/\\])testing[/\\]/;

/** Hash of all that decides what the engine finds: the code and data of its folder, and the rules of the operator. */
export async function rulesetHash(operatorRules: readonly OperatorRules[]): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(ENGINE, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ENGINE.length))
    .filter((path) => !IGNORED.test(path))
    .sort();
  for (const file of files) {
    const content = await readFile(join(ENGINE, file));
    hash.update(`${file.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  hash.update(JSON.stringify(operatorRules));
  return hash.digest('hex').slice(0, 16);
}
