import { join } from 'node:path';
import { isSvcError, signInRequired, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { whoAmI } from '../../../identity/contract/index.js';
import type { StatusInput } from '../../contract/inputs.js';
import type { Authentication, StatusReport, TileLists } from '../../contract/results.js';
import { readProjectState, type ProjectState } from '../project/project-state.js';
import type { Update } from '../resolve/newer-version.js';
import { findRegistryUpdates, type Candidate } from '../resolve/updates.js';
import { integrityOnDisk } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { pluginFolder } from '../project/paths.js';
import { validVersion } from '../project/versions.js';
import { findProject } from '../project/project-root.js';
import { scopeFlag, type Scope } from '../project/scope.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { problemLines } from '../render/problem-lines.js';
import { finishInterrupted } from './interrupted.js';

/** The tool `status`: an unreachable server does not make it fail. */
@injectable()
export class StatusHandler implements Handler<StatusInput, StatusReport> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(_input: StatusInput, context: Context): Promise<StatusReport> {
    return this.of(await findProject(context.cwd), context);
  }

  /** The report on a scope; `undefined` means that there is no project here. */
  async of(scope: Scope | undefined, context: Context): Promise<StatusReport> {
    const [authentication, tiles] = await Promise.all([
      authenticationOf(context),
      this.tiles(scope, context),
    ]);
    const { upToDate, missing, outdated, invalidPackages } = tiles;
    const summary = {
      upToDate: upToDate.length,
      missing: missing.length,
      outdated: outdated.length,
      invalid: invalidPackages.length,
    };
    return { project: scope?.root ?? null, authentication, manifest: { summary, tiles } };
  }

  private async tiles(scope: Scope | undefined, context: Context): Promise<TileLists> {
    const lists: TileLists = { upToDate: [], missing: [], outdated: [], invalidPackages: [] };
    if (scope === undefined) return lists;
    try {
      await finishInterrupted(scope, context);
      const state = readProjectState(scope);
      const updates = await this.updates(state, context);
      for (const [name, { version, source }] of state.manifest?.dependencies ?? []) {
        const wanted = version ?? String(source);
        const locked = state.lock.plugins.get(name);
        await addTo(lists, { name, wanted, locked, newest: updates.get(name)?.newest, scope });
      }
    } catch (error) {
      if (!isSvcError(error)) throw error;
      lists.invalidPackages.push({
        name: scope.manifestFile,
        problem: [error.message, ...problemLines(error)].join(' '),
      });
    }
    return lists;
  }

  private async updates(
    state: ProjectState,
    context: Context,
  ): Promise<ReadonlyMap<string, Candidate>> {
    const names = [...(state.manifest?.dependencies.keys() ?? [])];
    const registry = await this.tools.registry(context);
    const { candidates, failed } = await findRegistryUpdates(state, names, registry);
    for (const { name, message } of failed)
      context.progress.warn(`Newer versions of ${name} could not be looked for: ${message}`);
    return new Map(candidates.map((candidate) => [candidate.name, candidate] as const));
  }
}

async function authenticationOf(context: Context): Promise<Authentication> {
  try {
    const me = await context.invoke(whoAmI, {});
    return { authenticated: true, email: me.user?.email ?? null };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.status === 401 && error.code !== signInRequired.spec.code)
      context.progress.warn(`${error.message} ${error.hint ?? ''}`);
    return { authenticated: false, email: null };
  }
}

interface Dependency {
  readonly name: string;
  readonly wanted: string;
  readonly locked: LockedPlugin | undefined;
  readonly newest: Update | undefined;
  readonly scope: Scope;
}

async function addTo(
  lists: TileLists,
  { name, wanted, locked, newest, scope }: Dependency,
): Promise<void> {
  const [workspaceName = '', tileName = ''] = name.split('/');
  const tile = { workspaceName, tileName, manifestVersion: wanted };
  const onDisk = await integrityOnDisk(join(scope.root, pluginFolder(name)));
  if (locked === undefined || onDisk === undefined)
    lists.missing.push({ ...tile, installedVersion: null });
  else if (onDisk !== locked.integrity) {
    const problem = `Its files differ from svc-lock.json; \`svc install${scopeFlag(scope)}\` restores them.`;
    lists.invalidPackages.push({ name, problem });
  } else if (validVersion(wanted) && wanted !== locked.version)
    lists.missing.push({ ...tile, installedVersion: null });
  else if (newest === undefined) lists.upToDate.push({ ...tile, installedVersion: locked.version });
  else {
    const { version: latestVersion } = newest;
    lists.outdated.push({ ...tile, installedVersion: locked.version, latestVersion });
  }
}
