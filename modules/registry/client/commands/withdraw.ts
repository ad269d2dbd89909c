import { cancelled, notFound, usageError, type Context, type Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import {
  archiveTile,
  archiveVersion,
  unpublishTile,
  unpublishVersion,
  viewTile,
} from '../../contract/operations.js';
import type {
  ArchiveInput,
  PluginRefInput,
  UnpublishInput,
} from '../../contract/plugin-command-inputs.js';
import type { ArchiveOutcome, UnpublishOutcome } from '../../contract/plugin-command-results.js';
import type { ArchiveTileInput } from '../../contract/tile-inputs.js';
import type { TileView } from '../../contract/tile-view.js';
import type { VersionView } from '../../contract/version-view.js';
import { pluginRef, refText, type PluginRef } from '../plugin-ref.js';

@injectable()
export class ArchivePluginHandler implements Handler<ArchiveInput, ArchiveOutcome> {
  async run({ plugin, reason, yes }: ArchiveInput, context: Context): Promise<ArchiveOutcome> {
    const ref = pluginRef(plugin);
    const message = `Archive ${refText(ref)}? It can no longer be newly installed; projects that have it keep it.`;
    await confirm({ message, yes, what: `Archiving ${refText(ref)}` }, context);
    return setArchived(
      ref,
      { archived: true, ...(reason === undefined ? {} : { archivedReason: reason }) },
      context,
    );
  }
}

@injectable()
export class UnarchivePluginHandler implements Handler<PluginRefInput, ArchiveOutcome> {
  run({ plugin }: PluginRefInput, context: Context): Promise<ArchiveOutcome> {
    return setArchived(pluginRef(plugin), { archived: false }, context);
  }
}

@injectable()
export class UnpublishPluginHandler implements Handler<UnpublishInput, UnpublishOutcome> {
  async run({ plugin, all, yes }: UnpublishInput, context: Context): Promise<UnpublishOutcome> {
    const ref = pluginRef(plugin);
    const { version, ...tile } = ref;
    refuseUnclear(ref, all === true);
    const [what, it, its] =
      version === undefined
        ? [`all versions of ${refText(ref)}`, 'them', 'their numbers are']
        : [refText(ref), 'it', 'its number is'];
    const message = `Unpublish ${what} for good? Projects can no longer download ${it}, and ${its} never used again.`;
    await confirm({ message, yes, what: `Unpublishing ${what}` }, context);
    await named(
      ref,
      version === undefined
        ? context.invoke(unpublishTile, tile)
        : context.invoke(unpublishVersion, { ...tile, version }),
    );
    return {
      plugin: refText({ ...tile, version: undefined }),
      version: version ?? null,
      latestVersion: await latestOf(ref, context),
    };
  }
}

/** Requires an explicit choice: leaving out the version must not unpublish all of them. */
function refuseUnclear({ workspace, tile, version }: PluginRef, all: boolean): void {
  const name = `${workspace}/${tile}`;
  if (version === undefined && !all) {
    throw usageError({
      what: `Which version of ${name}?`,
      hint: `Name it: ${name}@<version>, or unpublish all of them with --all.`,
    });
  }
  if (version !== undefined && all)
    throw usageError({
      what: `--all unpublishes every version: name the plugin without a version, ${name}.`,
    });
}

async function setArchived(
  ref: PluginRef,
  change: Pick<ArchiveTileInput, 'archived' | 'archivedReason'>,
  context: Context,
): Promise<ArchiveOutcome> {
  const { version, ...tile } = ref;
  const changed =
    version === undefined
      ? context.invoke(archiveTile, { ...tile, ...change })
      : context.invoke(archiveVersion, { ...tile, version, ...change });
  const { name, archivedAt, archivedReason } = await named<TileView | VersionView>(ref, changed);
  return {
    plugin: name,
    version: version ?? null,
    archivedAt,
    archivedReason,
    latestVersion: await latestOf(ref, context),
  };
}

/** Rephrases `not_found` for the command line. */
async function named<T>(ref: PluginRef, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!notFound.is(error)) throw error;
    const hint = error.hint ?? 'Is the name right? `svc search` finds what you may see.';
    throw notFound(
      { kind: ref.version === undefined ? 'plugin' : 'version', id: refText(ref), hint },
      { cause: error },
    );
  }
}

/** `null` when nothing is left to install. */
async function latestOf(
  { workspace, tile }: PluginRef,
  { invoke }: Context,
): Promise<string | null> {
  try {
    return (await invoke(viewTile, { workspace, tile })).latestVersion;
  } catch (error) {
    if (notFound.is(error)) return null;
    throw error;
  }
}

async function confirm(
  { message, yes, what }: { message: string; yes: boolean | undefined; what: string },
  { ask }: Context,
): Promise<void> {
  if (yes === true || (await ask.confirm({ message, flag: '--yes', initial: false }))) return;
  throw cancelled({ what });
}
