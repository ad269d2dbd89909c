import { resolve } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import type { ToolServerFile } from '../../contract/agents.js';
import { pathsOf, toolServerFiles, type Agent } from '../agents/agents.js';
import { parseConfig } from '../config/config-document.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { readableText } from '../project/project-file.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/file-entry.js';
import { isSame } from './tool-servers.js';
import { findOurs, hashOfText, isWholeFile } from './written-text.js';

interface Written {
  readonly scope: Scope;
  readonly managedFiles: ManagedFiles;
  readonly agents: readonly Agent[];
}

/** Paths at which content written by svc is gone or was changed. A file that cannot be read counts as changed. */
export async function driftedFiles({
  scope,
  managedFiles,
  agents,
}: Written): Promise<readonly string[]> {
  const at = (path: string): string => resolve(scope.root, path);
  const drifted = [...managedFiles.links.keys(), ...managedFiles.hooks.keys()].filter(
    (path) => !isThere(at(path)),
  );
  for (const [path, record] of managedFiles.references) {
    const text = readableText(at(path));
    const holds = isWholeFile(record)
      ? hashOfText(text) === record
      : findOurs(text, record) !== undefined;
    if (!holds) drifted.push(path);
  }
  const files = agents.flatMap((agent) => toolServerFiles(pathsOf(agent, scope).toolServers));
  for (const file of files) {
    const entries = managedFiles.toolServers.get(file.file);
    if (
      entries !== undefined &&
      !(await holdsAll(file, { text: readableText(at(file.file)), entries }))
    )
      drifted.push(file.file);
  }
  return [...new Set(drifted)].sort();
}

async function holdsAll(
  { file, format, key }: ToolServerFile,
  { text, entries }: { text: string; entries: ReadonlyMap<string, string> },
): Promise<boolean> {
  try {
    const document = await parseConfig(format, file, text);
    return [...entries].every(([name, entry]) =>
      isSame(document.get([...key, name]), JSON.parse(entry)),
    );
  } catch (error) {
    if (isSvcError(error)) return false;
    throw error;
  }
}
