import { contribute } from 'svc-registry/kernel';
import { pluginPagePoint } from '../registry/contract/plugin-page.js';

/** What the page of a plugin says about installing it. */
export const pluginParts = [
  contribute(pluginPagePoint, 'install', { title: 'Install', place: 'side', order: 10 }, () =>
    import('./server/pages/install-part.js').then((m) => m.InstallPart),
  ),
  contribute(
    pluginPagePoint,
    'starts',
    { title: 'What it runs on your machine', place: 'section', order: 10 },
    () => import('./server/pages/starts-part.js').then((m) => m.StartsPart),
  ),
  contribute(
    pluginPagePoint,
    'agents',
    { title: 'How to get it', place: 'section', order: 20 },
    () => import('./server/pages/agents-part.js').then((m) => m.AgentsPart),
  ),
];
