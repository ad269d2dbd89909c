import { usageError } from 'svc-registry/kernel';
import { commitAmbiguous, commitUnknown } from '../../contract/source-errors.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import { partsOfSource } from './parts-of-source.js';
import {
  linked,
  type NamedPlugin,
  type RequestedParts,
  type RequestOptions,
} from './requested-parts.js';
import { isExact } from './resolve.js';
import { namesParts } from './select-parts.js';
import type { PluginSource, RegistrySource } from './source.js';

/** Turns the sources that a user named into requested plugins: of a source with several parts those that are chosen. */
export async function requestedPlugins(
  sources: readonly PluginSource[],
  options: RequestOptions,
): Promise<RequestedParts> {
  if (namesParts(options.choice) && sources.length > 1) {
    throw usageError({
      what: '--skill, --only and --plugin go with one source.',
      hint: 'Install from the sources one by one.',
    });
  }
  const parts = await Promise.all(
    sources.map(async (source) =>
      source.kind === 'registry'
        ? { requested: [await ofRegistry(source, options)], notTaken: [] }
        : partsOfSource(source, options),
    ),
  );
  const requested = parts.flatMap((one) => one.requested);
  const doubled = requested.find(
    ({ name }, index) => requested.findIndex((other) => other.name === name) !== index,
  );
  if (doubled !== undefined) throw usageError({ what: `${doubled.name} is named twice.` });
  return { requested, notTaken: parts.flatMap((one) => one.notTaken) };
}

async function ofRegistry(source: RegistrySource, options: RequestOptions): Promise<NamedPlugin> {
  const { manifest, registry } = options;
  const { name } = source;
  const asked = await namedVersion(source, registry);
  const current = manifest?.dependencies.get(name);
  const floating = asked === 'latest' || (asked === undefined && current?.version === 'latest');
  const named = isExact(asked);
  const version = named ? asked : (await registry.latest(name)).version;
  const plugin = {
    name,
    named,
    source: { kind: 'registry', name, version } as const,
    dependency: {
      version: floating ? 'latest' : version,
      source: undefined,
      skills: current?.skills,
    },
  };
  return linked(plugin, options);
}

/**
 * The version that a source names; for a commit the highest version published from it, preferably one open to new installs.
 * Throws `commit_unknown` and `commit_ambiguous`.
 */
export async function namedVersion(
  { name, version, commit }: RegistrySource,
  registry: Pick<RegistryClient, 'versions'>,
): Promise<string | undefined> {
  if (commit === undefined) return version;
  const found = await registry.versions(name, commit);
  const commits = [...new Set(found.map((one) => String(one.commit)))];
  if (commits.length > 1) throw commitAmbiguous({ name, commit, known: commits });
  const chosen =
    found.find(({ archivedAt, moderationPassed }) => archivedAt === null && moderationPassed) ??
    found[0];
  if (chosen === undefined) throw commitUnknown({ name, commit });
  return chosen.version;
}
