import { join } from 'node:path';
import {
  connectionKey,
  isSvcError,
  invalidInput,
  notFound,
  readPlainFile,
  type ConnectionSource,
  type Context,
  type Handler,
  type Page,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { filtersExclude } from '../../contract/errors.js';
import { searchRegistry } from '../../contract/operations.js';
import type { SearchCommandInput, SearchToolInput } from '../../contract/plugin-command-inputs.js';
import type { SearchHit } from '../../contract/search.js';

const PROJECT_FILE = 'svc.json';

@injectable()
export class SearchHandler implements Handler<SearchCommandInput, Page<SearchHit>> {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async run(input: SearchCommandInput, context: Context): Promise<Page<SearchHit>> {
    const page = await this.search(input, context);
    noteEmptyFilter(input, page, context);
    noteWeakHits(page, context);
    const { token } = await this.connections.current();
    if (token === undefined)
      context.progress.note('Signed out: only public plugins were searched. `svc login` finds those of your workspaces.');
    return page;
  }

  private async search({ global: everywhere, ...filters }: SearchCommandInput, context: Context): Promise<Page<SearchHit>> {
    if (filters.org !== undefined && filters.workspace !== undefined) throw filtersExclude();
    const narrowed = everywhere === true || filters.org !== undefined || filters.workspace !== undefined;
    const own = narrowed ? undefined : await projectWorkspace(context);
    if (own === undefined) return context.invoke(searchRegistry, filters);
    try {
      const page = await context.invoke(searchRegistry, { ...filters, workspace: own });
      context.progress.note(`Searched the project's workspace "${own}"; --global searches everywhere.`);
      return page;
    } catch (error) {
      // the default must not keep strangers to the workspace from searching at all
      if (!isStrange(error)) throw error;
      context.progress.note(`You cannot see the project's workspace "${own}"; searched everywhere.`);
      return context.invoke(searchRegistry, filters);
    }
  }
}

/** Nobody is signed in, the token is not accepted, or the caller has no part in the workspace. */
function isStrange(error: unknown): boolean {
  return notFound.is(error) || (isSvcError(error) && error.status === 401);
}

/** A misspelt name finds nothing, like one that has nothing: the answer must not tell the two apart. */
function noteEmptyFilter({ org, workspace }: SearchCommandInput, { data }: Page<SearchHit>, { progress }: Context): void {
  if (data.length > 0) return;
  if (workspace !== undefined) progress.note(`Is the workspace "${workspace}" right? \`svc workspace list\` shows yours.`);
  if (org !== undefined) progress.note(`Is the organization "${org}" right? \`svc org list\` shows yours.`);
}

function noteWeakHits({ data }: Page<SearchHit>, { progress }: Pick<Context, 'progress'>): void {
  if (data.length > 0 && data.every(({ weak }) => weak === true))
    progress.note('Perhaps nothing fits: what was found has few of the words.');
}

@injectable()
export class SearchToolHandler implements Handler<SearchToolInput, Page<SearchHit>> {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async run({ query }: SearchToolInput, { invoke, progress }: Context): Promise<Page<SearchHit>> {
    const { token } = await this.connections.current();
    const page = await invoke(searchRegistry, { query });
    noteWeakHits(page, { progress });
    if (token === undefined)
      progress.note('Signed out: only public plugins were searched. The tool `login` signs in, to find those of your workspaces too.');
    return page;
  }
}

/** The workspace that the project belongs to: `<workspace>/` at the start of its name in `svc.json`. */
async function projectWorkspace({ cwd, env, progress }: Context): Promise<string | undefined> {
  if (env.SVC_WORKSPACE !== undefined && env.SVC_WORKSPACE !== '') return env.SVC_WORKSPACE;
  const name = await projectName(join(cwd, PROJECT_FILE), progress);
  return name?.includes('/') === true ? name.split('/', 1)[0] : undefined;
}

async function projectName(path: string, progress: Context['progress']): Promise<string | undefined> {
  let text: string;
  try {
    text = readPlainFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') progress.warn(`${PROJECT_FILE} cannot be read; searched everywhere.`);
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
  const { Findings, parseJson } = await import('../../format/index.js');
  const findings = new Findings();
  parseJson({ text, file: PROJECT_FILE, findings });
  return invalidInput(
    { what: `${PROJECT_FILE} is not valid JSON.`, hint: 'Correct it, or search everywhere with `--global`.' },
    { issues: findings.errors },
  );
}
