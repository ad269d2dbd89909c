import { inject, injectable } from 'tsyringe';
import type { PluginPart, ShownPlugin } from '../../../registry/contract/index.js';
import { view, type View } from '../../../web/contract/index.js';
import { KnownAgents } from './agent-fit.js';
import { startedOnMachine } from './started-parts.js';

const template = new URL('starts-part.njk', import.meta.url);

/** Entries that a page holds; the files have the others. */
const MOST = 60;

/** Each tool server and hook of a version: what it runs, with what, and for which agents. */
@injectable()
export class StartsPart implements PluginPart {
  constructor(@inject(KnownAgents) private readonly agents: KnownAgents) {}

  show({ hidden, declared, fileAt, tile }: ShownPlugin): Promise<View | undefined> {
    if (hidden) return Promise.resolve(undefined);
    const starts = declared === undefined ? [] : startedOnMachine(declared, this.agents.all);
    const { scripts = [] } = declared ?? {};
    return Promise.resolve(
      view(template, {
        known: declared !== undefined,
        name: tile.name,
        starts: starts.slice(0, MOST),
        more: Math.max(0, starts.length - MOST),
        scripts: scripts.slice(0, MOST).map((path) => ({ path, href: fileAt(path) })),
        moreScripts: Math.max(0, scripts.length - MOST),
        manifest: fileAt('.svc-plugin/plugin.json'),
      }),
    );
  }
}
