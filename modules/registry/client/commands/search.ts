import { join } from 'node:path';
import {
  connectionKey,
  isSvcError,
  invalidInput,
  notFound,
  type ConnectionSource,
  type Context,
  type Handler,
  type Page,
} from 'svc-registry/kernel';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { inject, injectable } from 'tsyringe';
import { isMissing } from '../../../../toolbox/file-errors.js';
import { namedWorkspace } from '../../../identity/contract/named-workspace.js';
import { filtersExclude } from '../../contract/errors.js';
import { searchRegistry } from '../../contract/operations.js';
import type { SearchCommandInput, SearchToolInput } from '../../contract/plugin-command-inputs.js';
import type { SearchHit, SearchInput } from '../../contract/search.js';
import { hitKindOf, LONGEST_QUERY } from '../../contract/search-kinds.js';
import type { SearchPage } from '../search-text.js';
import { hitsAt, type Part } from './search-pages.js';

const PROJECT_FILE = 'svc.json';
const DEFAULT_LIMIT = 20;

/** The filters, which are the same for every page. */
type Filters = Pick<SearchInput, 'query' | 'type' | 'org' | 'workspace' | 'sort'>;

/** Hits, and the searched workspace if the search was limited to one. */
interface Searched {
  readonly found: Page<SearchHit>;
  readonly workspace?: string | undefined;
}

/** Checked here, because a request with a much longer address is refused before anybody reads it. */
function queryOf(words: readonly string[]): string {
  const query = words.join(' ');
  if (query.length <= LONGEST_QUERY) return query;
  throw invalidInput({
    what: `The query has ${query.length} characters; at most ${LONGEST_QUERY} are searched for.`,
  });
}

@injectable()
export class SearchHandler implements Handler<SearchCommandInput, SearchPage> {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async run(
    { query: words, limit = DEFAULT_LIMIT, page = 1, ...where }: SearchCommandInput,
    context: Context,
  ): Promise<SearchPage> {
    if (where.org !== undefined && where.workspace !== undefined) throw filtersExclude();
    const { global: everywhere, ...named } = where;
    const filters = { ...named, ...(words !== undefined && { query: queryOf(words) }) };
    const narrowed =
      everywhere === true || filters.org !== undefined || filters.workspace !== undefined;
    const own = narrowed ? undefined : await projectWorkspace(context);
    const { found, workspace } = await search({ filters, own, part: { limit, page } }, context);
    const { token } = await this.connections.current();
    const names = defined({ query: filters.query, org: filters.org, workspace });
    const meta = {
      ...names,
      kind: hitKindOf(filters.type),
      signedIn: token !== undefined,
      ...found.meta,
      limit,
      page,
    };
    const answer = { ...found, meta };
    noteWhatToTry(answer, filters, context);
    noteWeakHits(found, context);
    if (token === undefined)
      context.progress.note(
        'Signed out: only public plugins were searched. `svc login` finds those of your workspaces.',
      );
    return answer;
  }
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Searches the project's own workspace by default if the caller has a role in it. */
async function search(
  {
    filters,
    own,
    part,
  }: { readonly filters: Filters; readonly own: string | undefined; readonly part: Part },
  context: Context,
): Promise<Searched> {
  const hits = (narrower: Filters) =>
    hitsAt(part, (page) => context.invoke(searchRegistry, { ...narrower, ...page }));
  if (own === undefined) return { found: await hits(filters), workspace: filters.workspace };
  try {
    const found = await hits({ ...filters, workspace: own });
    context.progress.note(
      `Searched the project's workspace "${own}"; --global searches everywhere.`,
    );
    return { found, workspace: own };
  } catch (error) {
    // the default workspace must not prevent callers without a role in it from searching
    if (!isStrange(error)) throw error;
    context.progress.note(`You cannot see the project's workspace "${own}"; searched everywhere.`);
    return { found: await hits(filters) };
  }
}

/** True if the caller is not signed in, the token is invalid, or the caller has no role in the workspace. */
function isStrange(error: unknown): boolean {
  return notFound.is(error) || (isSvcError(error) && error.status === 401);
}

/** Suggests a misspelling too: the server must not reveal whether a workspace exists, so an unknown one has no hits either. */
function noteWhatToTry(
  { data, meta }: SearchPage,
  { query = '', type, org, workspace }: Filters,
  { progress }: Context,
): void {
  if (data.length > 0 || meta.page > 1) return;
  if (workspace !== undefined)
    progress.note(`Is the workspace "${workspace}" right? \`svc workspace list\` shows yours.`);
  if (org !== undefined)
    progress.note(`Is the organization "${org}" right? \`svc org list\` shows yours.`);
  if (/"[^"]+"/.test(query))
    progress.note('Words in quotes must follow each other; without the quotes they need not.');
  else if (query !== '')
    progress.note('Try other words: every plugin that has one of them, in any form, is found.');
  if (query !== '' && type === undefined)
    progress.note(
      '`svc search --type skills` looks for single skills, `--type docs` in READMEs, `--type rules` for rules.',
    );
}

function noteWeakHits({ data }: Page<SearchHit>, { progress }: Pick<Context, 'progress'>): void {
  if (data.length > 0 && data.every(({ weak }) => weak === true))
    progress.note('These hits may not fit: they have few of the words.');
}

@injectable()
export class SearchToolHandler implements Handler<SearchToolInput, Page<SearchHit>> {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async run(
    { query, limit = DEFAULT_LIMIT, after }: SearchToolInput,
    { invoke, progress }: Context,
  ): Promise<Page<SearchHit>> {
    const { token } = await this.connections.current();
    const page = await invoke(searchRegistry, {
      query,
      pageSize: limit,
      ...(after !== undefined && { after }),
    });
    if (page.data.length === 0)
      progress.note(
        `Nothing found among the ${token === undefined ? 'public plugins' : 'plugins that you may see'}: try other words.`,
      );
    noteWeakHits(page, { progress });
    if (page.next !== null)
      progress.note('There are more hits: pass `next` as the parameter `after`.');
    if (token === undefined)
      progress.note(
        'Signed out: only public plugins were searched. The tool `login` signs in, to find those of your workspaces too.',
      );
    return page;
  }
}

/** The workspace that the project belongs to: `<workspace>/` at the start of its name in `svc.json`. */
async function projectWorkspace(context: Context): Promise<string | undefined> {
  const named = namedWorkspace(undefined, context);
  if (named !== undefined) return named;
  const { cwd, progress } = context;
  const name = await projectName(join(cwd, PROJECT_FILE), progress);
  return name?.includes('/') === true ? name.split('/', 1)[0] : undefined;
}

async function projectName(
  path: string,
  progress: Context['progress'],
): Promise<string | undefined> {
  let text: string;
  try {
    text = readPlainFile(path);
  } catch (error) {
    if (!isMissing(error)) progress.warn(`${PROJECT_FILE} cannot be read; searched everywhere.`);
    return undefined;
  }
  try {
    const { name } = (JSON.parse(text) ?? {}) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    throw await notJson(text);
  }
}

async function notJson(text: string): Promise<Error> {
  const { jsonErrorPosition } = await import('../../../../toolbox/json-error.js');
  const message = 'is not valid JSON';
  return invalidInput(
    {
      what: `${PROJECT_FILE} ${message}.`,
      hint: 'Correct it, or search everywhere with `--global`.',
    },
    { issues: [{ message, file: PROJECT_FILE, ...jsonErrorPosition(text) }] },
  );
}
