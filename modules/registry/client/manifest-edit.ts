import { mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { atPath } from '../../../toolbox/file-errors.js';
import writeFileAtomic from 'write-file-atomic';
import type { LooseFile } from '../contract/plugin-format.js';
import { MANIFEST_PATH } from '../format/index.js';

/** The manifest with one field changed; everything else keeps its bytes. The text has to be valid JSON. */
export function withField(
  manifest: LooseFile,
  field: 'version' | 'private',
  value: string | boolean,
): LooseFile {
  const text = Buffer.from(manifest.content).toString('utf8');
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const json = text.slice(start);
  return {
    ...manifest,
    content: Buffer.from(
      text.slice(0, start) + applyEdits(json, modify(json, [field], value, insertion(json))),
    ),
  };
}

/** Options that format only the inserted text, in the file's style. */
function insertion(json: string): {
  formattingOptions?: { insertSpaces: boolean; tabSize: number; eol: string };
} {
  const [, indent] = /\n([ \t]+)"/.exec(json) ?? [];
  if (indent === undefined) return {};
  return {
    formattingOptions: {
      insertSpaces: !indent.startsWith('\t'),
      tabSize: indent.length,
      eol: json.includes('\r\n') ? '\r\n' : '\n',
    },
  };
}

/** Writes the manifest unless it changed since it was read; returns whether it did. `before` is `undefined` for a new one. */
export async function saveManifest(
  folder: string,
  before: LooseFile | undefined,
  after: LooseFile,
): Promise<boolean> {
  const path = join(folder, MANIFEST_PATH);
  if (before === undefined) {
    await mkdir(dirname(path), { recursive: true });
    await atPath(path, writeFileAtomic(path, Buffer.from(after.content)));
    return true;
  }
  const real = await realpath(path);
  if (!(await readFile(real)).equals(before.content)) return false;
  await atPath(real, writeFileAtomic(real, Buffer.from(after.content)));
  return true;
}
