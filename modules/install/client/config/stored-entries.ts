import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { ifThere } from '../../../../toolbox/file-errors.js';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import type {
  ConfigFiles,
  EntryFile,
  FileContext,
  FileEntries,
} from '../../contract/config-files.js';
import { withProject } from '../apply/project-session.js';
import { findProject, repositoryAround } from '../project/project-root.js';
import { projectScope, type Scope } from '../project/scope.js';
import { userScope } from '../project/user-scope.js';
import { parseConfig, type ConfigDocument } from './config-document.js';

async function scopeOf(scope: EntryFile['scope'], { cwd, env }: FileContext): Promise<Scope> {
  if (scope === 'user') return userScope(env, []);
  const folder = await realpath(cwd);
  return (await findProject(folder)) ?? projectScope(repositoryAround(folder) ?? folder);
}

function entriesOf(document: ConfigDocument, key: readonly string[]): ReadonlyMap<string, unknown> {
  const value = document.get(key);
  return new Map(isRecord(value) ? Object.entries(value) : []);
}

/** The entries of agents' files, stored where agents read them. */
export class StoredEntries implements ConfigFiles {
  constructor(private readonly fault: HostInfo['fault']) {}

  async root(scope: EntryFile['scope'], context: FileContext): Promise<string> {
    return (await scopeOf(scope, context)).root;
  }

  async read({ scope, file, key }: EntryFile, context: FileContext): Promise<FileEntries> {
    const { root } = await scopeOf(scope, context);
    const path = join(root, file);
    const text = await ifThere(Promise.resolve().then(() => readPlainFile(path)));
    return { path, entries: entriesOf(await parseConfig('json', file, text ?? ''), key) };
  }

  async set(
    location: EntryFile,
    { name, value }: Parameters<ConfigFiles['set']>[1],
    context: FileContext,
  ): ReturnType<ConfigFiles['set']> {
    const path = [...location.key, name];
    const { file, before } = await this.edit(location, context, (document) =>
      document.set(path, value),
    );
    return { path: file, replaced: before.has(name) };
  }

  async remove(
    location: EntryFile,
    name: string,
    context: FileContext,
  ): ReturnType<ConfigFiles['remove']> {
    const path = [...location.key, name];
    const { file, before } = await this.edit(location, context, (document) =>
      document.remove(path),
    );
    return { path: file, removed: before.has(name) };
  }

  private async edit(
    { scope: kind, file, key }: EntryFile,
    context: FileContext,
    change: (document: ConfigDocument) => ConfigDocument,
  ): Promise<{ file: string; before: ReadonlyMap<string, unknown> }> {
    const scope = await scopeOf(kind, context);
    return withProject({ scope, context, fault: this.fault }, async (session) => {
      const { changes } = session;
      const text = await changes.read(file);
      const document = await parseConfig('json', file, text ?? '');
      const after = change(document);
      // a missing file stays missing when nothing is added
      if (after.text !== document.text) await changes.write(file, after.text);
      await session.commit();
      return { file: join(scope.root, file), before: entriesOf(document, key) };
    });
  }
}
