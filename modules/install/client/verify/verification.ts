import { join, resolve } from 'node:path';
import type { Difference } from '../../contract/results.js';
import type { Agents } from '../agents/agents.js';
import type { ManagedFiles } from '../project/managed-files.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { pluginFolder, PLUGINS_FOLDER } from '../project/paths.js';
import { differencesOf } from '../project/plugin-marker.js';
import { isThere } from '../transaction/file-entry.js';
import { brokenLinks } from './linked-skills.js';
import { disagreements } from './lock-agreement.js';
import type { PluginsOnDisk } from '../plan/plugins-on-disk.js';
import type { ProjectView } from '../apply/project-session.js';
import { installedNames } from '../project/project-state.js';
import { proofOf, type Proof } from '../plan/proven-plugins.js';
import { stageChanges, type ApplyPlan } from '../apply/apply.js';

const messages = {
  changed: 'has different content',
  mode: 'has different permissions',
  missing: 'is missing',
  extra: 'does not belong to the plugin',
} as const;

interface VerifyEnvironment extends Pick<ApplyPlan, 'env' | 'program'> {
  readonly agents: Agents;
  readonly onDisk: PluginsOnDisk;
}

type PluginDifference = Difference & { readonly plugin: string };

/** All differences from the lock. Writes nothing: an install is only planned. */
export async function verify(
  session: ProjectView,
  environment: VerifyEnvironment,
): Promise<readonly Difference[]> {
  const { scope, state } = session;
  const { onDisk } = environment;
  const proof = await proofOf([...state.lock.plugins], onDisk);
  return [
    ...disagreements(state, scope).map(({ file = '', field, message }) => ({
      plugin: field ?? null,
      path: file,
      kind: 'disagrees' as const,
      message,
    })),
    ...(await pluginDifferences(session, onDisk)),
    ...proof.altered.map(({ plugin, entry, message }) => ({
      plugin,
      path: scope.lockFile,
      kind: 'altered' as const,
      message: `${entry} ${message}`,
    })),
    ...(await verifyAgentFiles(session, environment, proof)),
    ...brokenLinks(scope.root, state.lock.managedFiles),
  ];
}

/** Differences between the plugins' folders and the lock. */
export async function pluginDifferences(
  { scope, state }: Pick<ProjectView, 'scope' | 'state'>,
  onDisk: PluginsOnDisk,
): Promise<readonly PluginDifference[]> {
  const { plugins } = state.lock;
  const present = await installedNames(scope.root);
  const inPlugins = await Promise.all(
    [...plugins].map(([name, locked]) =>
      verifyPlugin(scope.root, name, { locked, present, onDisk }),
    ),
  );
  const unlocked = [...present].filter((name) => !plugins.has(name));
  return [
    ...inPlugins.flat(),
    ...unlocked.map((plugin) => ({
      plugin,
      path: pluginFolder(plugin),
      kind: 'unlocked' as const,
      message: `is not in ${scope.lockFile}`,
    })),
  ];
}

interface Expectation {
  readonly locked: LockedPlugin;
  readonly present: ReadonlySet<string>;
  readonly onDisk: PluginsOnDisk;
}

async function verifyPlugin(
  root: string,
  plugin: string,
  { locked, present, onDisk }: Expectation,
): Promise<readonly PluginDifference[]> {
  const path = pluginFolder(plugin);
  const folder = join(root, path);
  if (!present.has(plugin)) return [{ plugin, path, kind: 'missing', message: 'is missing' }];
  if ((await onDisk.integrity(plugin, locked)) === locked.integrity) return [];
  const files = await differencesOf(folder, locked.integrity);
  if (files === undefined)
    return [
      {
        plugin,
        path,
        kind: 'changed',
        message: 'is not what the lock says; which files differ is not recorded',
      },
    ];
  const kinds = Object.keys(messages) as (keyof typeof messages)[];
  return kinds.flatMap((kind) =>
    files[kind].map((file) => ({ plugin, path: `${path}/${file}`, kind, message: messages[kind] })),
  );
}

/** Plans an install from the lock. Files that it would write differ, and so do those that it would no longer own. */
async function verifyAgentFiles(
  session: ProjectView,
  { agents, env, program }: VerifyEnvironment,
  { plugins, unproven }: Proof,
): Promise<readonly Difference[]> {
  const { scope, changes, state } = session;
  if (state.manifest === undefined) return [];
  const chosen = agents.split(state.manifest.agents ?? []).agents;
  const { managedFiles: before } = state.lock;
  const after = await stageChanges(session, {
    manifest: state.manifest,
    agents: chosen,
    known: agents.all,
    plugins,
    unproven,
    placed: new Set(plugins.keys()),
    fresh: new Map(),
    env,
    program,
    frozen: true,
    warn: () => undefined,
  });
  const kept = new Set(entriesOf(after).map(({ id }) => id));
  const lost = entriesOf(before).filter(({ id }) => !kept.has(id));
  const written = changes.paths.filter((path) => !path.startsWith(`${PLUGINS_FOLDER}/`));
  return [
    ...written.map((path) => unlikeWritten(scope.root, path)),
    ...lost.map(({ path, what }) => ({
      plugin: null,
      path,
      kind: 'changed' as const,
      message: `was changed by hand${what}`,
    })),
  ];
}

function unlikeWritten(root: string, path: string): Difference {
  const gone = !isThere(resolve(root, path));
  return {
    plugin: null,
    path,
    kind: gone ? 'missing' : 'changed',
    message: gone ? 'is missing' : 'is not what svc has written',
  };
}

interface ManagedEntry {
  readonly id: string;
  readonly path: string;
  readonly what: string;
}

function entriesOf({
  links,
  references,
  toolServers,
  hooks,
}: ManagedFiles): readonly ManagedEntry[] {
  const entry = (path: string, what: string): ManagedEntry => ({
    id: `${path}\n${what}`,
    path,
    what,
  });
  return [
    ...[...links.keys(), ...references.keys()].map((path) => entry(path, '')),
    ...[...toolServers].flatMap(([path, names]) =>
      [...names.keys()].map((name) => entry(path, `, at the tool server "${name}"`)),
    ),
    ...[...hooks].flatMap(([path, events]) =>
      [...events.keys()].map((event) => entry(path, `, at the hooks of ${event}`)),
    ),
  ];
}
