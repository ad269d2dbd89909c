import { notFound, type Context } from 'svc-registry/kernel';
import { viewTile } from '../contract/operations.js';
import type { PluginManifest } from '../contract/plugin-format.js';

interface Intent {
  readonly manifest: Pick<PluginManifest, 'name' | 'workspace' | 'plugin' | 'private'>;
  /** Whether the call agrees to make a private plugin public. */
  readonly agreed: boolean;
  /** The command for a person to run instead. */
  readonly command: string;
}

/** Requires a person's consent before an agent publishes the first public version of a plugin. Throws `consent_required`. */
export async function consentToPublic(
  { manifest, agreed, command }: Intent,
  context: Context,
): Promise<void> {
  const { name, private: isPrivate } = manifest;
  if (context.consent === undefined || (isPrivate && !agreed)) return;
  const present = await visibilityOf(manifest, context);
  // the server requires agreement only for private plugins; a new one follows its manifest
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
