import { signInRequired } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import {
  view,
  type FrontPart,
  type PageRequest,
  type Waiting,
} from '../../../../web/contract/index.js';
import { NEWEST } from '../../../contract/plugin-facts.js';
import { searchRegistry } from '../../../contract/operations.js';
import { DeclaredFacts } from '../../facts/declared-facts.js';
import { hiddenLatest } from './hidden-latest.js';
import { shownHit } from './shown-hit.js';

const field = new URL('front-search.njk', import.meta.url);
const plugins = new URL('front-plugins.njk', import.meta.url);
const SHOWN = 6;
/** The order of scores, where a module of the server knows them. */
const SCORE = 'score';

/** The field in which searches begin, for whoever may search. */
@injectable()
export class FrontSearch implements FrontPart {
  constructor(
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  section({ caller }: PageRequest) {
    const isClosed = caller.kind === 'anonymous' && !this.workspaces.publicRead();
    return Promise.resolve(isClosed ? undefined : view(field));
  }

  /** Versions of the person's workspaces that moderation hides, unless a later one is available. */
  async waiting({ caller }: PageRequest): Promise<readonly Waiting[]> {
    const workspaces = await this.workspaces.visibleTo(caller);
    const hidden = await hiddenLatest(this.database, workspaces);
    return hidden.map(({ name, version, state, publishedAt }) => ({
      text: `Version ${version} of ${name} is hidden: ${state === 'fail' ? 'moderation has blocked it' : 'moderation has reached no verdict'}.`,
      href: `/plugins/${name}/v/${encodeURIComponent(version)}`,
      at: new Date(publishedAt).toISOString(),
    }));
  }
}

/** Plugins that were published last, those with the best scores, and how to install one. */
@injectable()
export class FrontPlugins implements FrontPart {
  constructor(@inject(DeclaredFacts) private readonly facts: DeclaredFacts) {}

  async section({ caller, invoke }: PageRequest) {
    const list = async (sort: string) =>
      (await invoke(searchRegistry, { sort, pageSize: SHOWN })).data;
    try {
      const newest = await list(NEWEST);
      const best = this.facts.get(SCORE) === undefined ? [] : await list(SCORE);
      const [first] = [...best, ...newest];
      return view(plugins, {
        newest: newest.map((hit) => shownHit(hit, 3)),
        best: best.map((hit) => shownHit(hit, 3)),
        example: first?.plugin ?? '<workspace>/<plugin>',
        signedIn: caller.kind !== 'anonymous',
      });
    } catch (error) {
      // the server shows nothing to strangers
      if (signInRequired.is(error) && caller.kind === 'anonymous') return undefined;
      throw error;
    }
  }
}
