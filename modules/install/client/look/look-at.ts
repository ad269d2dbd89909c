import { isAbsolute } from 'node:path';
import type { Connection, Context } from 'svc-registry/kernel';
import type {
  PluginContents,
  PluginFormat,
  TokenCost,
} from '../../../registry/contract/plugin-format.js';
import type { StartedPart } from '../../contract/results.js';
import { startedPartsOf } from '../plan/brought-parts.js';
import { startedParts } from '../plan/started-parts.js';
import { findProject } from '../project/project-root.js';
import { projectScope } from '../project/scope.js';
import type { ProjectTools } from '../project-tools.js';
import { namedVersion } from '../resolve/request.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import {
  fileSource,
  parseSource,
  type DirectSource,
  type ExactSource,
  type PluginSource,
  type RegistrySource,
} from '../resolve/source.js';
import { askRegistry, type RegisteredPlugin } from './registered-plugin.js';

/** A plugin that is viewed without being installed. */
export interface LookedAt {
  readonly name: string;
  readonly version: string;
  /** `registry`, `file:<path>` or a repository's address. */
  readonly source: string;
  readonly commit: string | null;
  /** Only for plugins of the registry. */
  readonly registered?: RegisteredPlugin;
  /** `undefined` while moderation withholds the files. */
  readonly opened: OpenedPlugin | undefined;
}

/** The files' contents: the bytes that an install would write, checked in the same way. */
export interface OpenedPlugin {
  readonly contents: PluginContents;
  readonly starts: readonly StartedPart[];
  readonly costs: readonly TokenCost[];
}

interface LookParts {
  readonly tools: ProjectTools;
  readonly format: Pick<PluginFormat, 'tokenCosts'>;
  readonly connection: () => Promise<Connection>;
}

const FOLDER = /^\.{1,2}(?:[\\/]|$)/;

/** Accepts every source that an install does, and also plain folders such as `./plugin`. */
export function sourceToLookAt(
  text: string,
  { cwd, env }: Pick<Context, 'cwd' | 'env'>,
): PluginSource {
  return parseSource(FOLDER.test(text) || isAbsolute(text) ? `file:${text}` : text, cwd, env);
}

/** Writes nothing. Throws the errors of the sources, such as `not_found` and `version_unpublished`. */
export async function lookAt(
  source: PluginSource,
  parts: LookParts,
  context: Context,
): Promise<LookedAt> {
  return source.kind === 'registry'
    ? lookAtRegistered(source, parts, context)
    : lookAtSource(source, parts, context);
}

async function lookAtRegistered(
  source: RegistrySource,
  parts: LookParts,
  context: Context,
): Promise<LookedAt> {
  const { tools, connection } = parts;
  const { name } = source;
  const version = await namedVersion(source, await tools.registry(context));
  const registered = await askRegistry({ name, version }, { context, connection });
  const shown = registered.version;
  const exact = { kind: 'registry', name, version: shown.version } as const;
  return {
    name,
    version: shown.version,
    source: 'registry',
    commit: shown.commit,
    registered,
    // a download of withheld files would be refused
    opened: shown.moderationPassed
      ? await open(await fetch(exact, parts, context), parts)
      : undefined,
  };
}

async function lookAtSource(
  source: DirectSource,
  parts: LookParts,
  context: Context,
): Promise<LookedAt> {
  const fetched = await fetch(source, parts, context);
  const named = source.kind === 'file' ? fileSource(context.cwd, source.folder) : source.text;
  const { name, version, commit } = fetched;
  return {
    name,
    version,
    source: named,
    commit: commit ?? null,
    opened: await open(fetched, parts),
  };
}

async function fetch(
  source: ExactSource,
  { tools }: LookParts,
  context: Context,
): Promise<FetchedPlugin> {
  const scope = (await findProject(context.cwd)) ?? projectScope(context.cwd);
  const installer = await tools.installer(context, scope);
  return installer.fetcher.fetch({ source }).finally(() => installer.close());
}

async function open(
  { contents, hashes }: FetchedPlugin,
  { format }: LookParts,
): Promise<OpenedPlugin> {
  const declared = startedParts({ ...contents.manifest, toolServers: contents.toolServers });
  return {
    contents,
    starts: startedPartsOf({ parts: declared, hashes }),
    costs: await format.tokenCosts(contents),
  };
}
