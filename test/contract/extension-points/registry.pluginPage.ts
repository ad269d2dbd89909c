import { contribute } from 'svc-registry/kernel';
import { pluginPagePoint, type PluginPart, type ShownPlugin } from 'svc-registry/registry';
import { view, type View } from 'svc-registry/web';

export class DeploysTab implements PluginPart {
  show({ version, hidden }: ShownPlugin): Promise<View | undefined> {
    const shown = view(new URL('deploys.njk', import.meta.url), { version: version.version });
    return Promise.resolve(hidden ? undefined : shown);
  }
}

export const contribution = contribute(
  pluginPagePoint,
  'deploys',
  { title: 'Deploys', place: 'tab', order: 40 },
  () => Promise.resolve(DeploysTab),
);

/* The template deploys.njk is in the same folder:

<p>Version {{ version }} runs on three machines.</p>
*/
