import { notFound, type Context } from 'svc-registry/kernel';
import { viewTile } from '../contract/operations.js';
import type { PluginManifest } from '../contract/plugin-format.js';

interface Intent {
  readonly manifest: Pick<PluginManifest, 'name' | 'workspace' | 'plugin' | 'private'>;
  /** Whether the call says that a private plugin is to become public. */
  readonly agreed: boolean;
  /** What a person runs instead. */
  readonly command: string;
}

/** Has a person agree before an agent publishes the first public version of a plugin. Throws `consent_required`. */
export async function consentToPublic(
  { manifest, agreed, command }: Intent,
  context: Context,
): Promise<void> {
  const { name, private: isPrivate } = manifest;
  if (context.consent === undefined || (isPrivate && !agreed)) return;
  const present = await visibilityOf(manifest, context);
  // the server makes a private plugin public only for who says so; a new one is what its manifest says
  if (present === 'public' || (present === 'private' && !agreed)) return;
  await context.consent.goPublic({ what: name, command });
}

/** `undefined` for a plugin that is still to be published. */
async function visibilityOf(
  { workspace, plugin }: Intent['manifest'],
  { invoke }: Context,
): Promise<'public' | 'private' | undefined> {
  try {
    return (await invoke(viewTile, { workspace, tile: plugin })).private ? 'private' : 'public';
  } catch (error) {
    if (notFound.is(error)) return undefined;
    throw error;
  }
}
