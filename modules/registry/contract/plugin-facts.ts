import { contribute } from 'svc-registry/kernel';
import { searchFactsPoint } from './search-facts.js';

/** When the latest version of a plugin was published. */
export const NEWEST = 'newest';
/** Whether the latest version brings hooks, and whether it brings tool servers: `yes` or `no`. */
export const HOOKS = 'hooks';
export const TOOL_SERVERS = 'toolservers';

/** What the registry knows of plugins by their latest versions. */
export const pluginFacts = [
  contribute(searchFactsPoint, NEWEST, {
    summary: 'When its latest version was published, the newest first',
    type: 'instant',
    order: 'descending',
  }),
  contribute(searchFactsPoint, HOOKS, { summary: 'Brings hooks', type: 'text' }),
  contribute(searchFactsPoint, TOOL_SERVERS, { summary: 'Brings tool servers', type: 'text' }),
];
