import { join } from 'node:path';
import {
  connectionKey,
  notFound,
  readPlainFile,
  signInRequired,
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

@injectable()
export class SearchHandler implements Handler<SearchCommandInput, Page<SearchHit>> {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async run(input: SearchCommandInput, context: Context): Promise<Page<SearchHit>> {
    const page = await this.search(input, context);
    noteEmptyFilter(input, page, context);
    const { token } = await this.connections.current();
    if (token === undefined)
      context.progress.note('Signed out: only public plugins were searched. `svc login` finds those of your workspaces.');
    return page;
  }

  private async search({ global: everywhere, ...filters }: SearchCommandInput, context: Context): Promise<Page<SearchHit>> {
    if (filters.org !== undefined && filters.workspace !== undefined) throw filtersExclude();
    const narrowed = everywhere === true || filters.org !== undefined || filters.workspace !== undefined;
    const own = narrowed ? undefined : projectWorkspace(context);
    if (own === undefined) return context.invoke(searchRegistry, filters);
    try {
      const page = await context.invoke(searchRegistry, { ...filters, workspace: own });
      context.progress.note(`Searched the project's workspace "${own}"; --global searches everywhere.`);
      return page;
    } catch (error) {
      // the default must not keep strangers to the workspace from searching at all
      if (!signInRequired.is(error) && !notFound.is(error)) throw error;
      context.progress.note(`You cannot see the project's workspace "${own}"; searched everywhere.`);
      return context.invoke(searchRegistry, filters);
    }
  }
}

/** A misspelt name finds nothing, like one that has nothing: the answer must not tell the two apart. */
function noteEmptyFilter({ org, workspace }: SearchCommandInput, { data }: Page<SearchHit>, { progress }: Context): void {
  if (data.length > 0) return;
  if (workspace !== undefined) progress.note(`Is the workspace "${workspace}" right? \`svc workspace list\` shows yours.`);
  if (org !== undefined) progress.note(`Is the organization "${org}" right? \`svc org list\` shows yours.`);
}

@injectable()
export class SearchToolHandler implements Handler<SearchToolInput, Page<SearchHit>> {
  constructor(@inject(connectionKey) private readonly connections: ConnectionSource) {}

  async run({ query }: SearchToolInput, { invoke, progress }: Context): Promise<Page<SearchHit>> {
    const { token } = await this.connections.current();
    const page = await invoke(searchRegistry, { query });
    if (token === undefined)
      progress.note('Signed out: only public plugins were searched. The tool `login` signs in, to find those of your workspaces too.');
    return page;
  }
}

/** The workspace that the project belongs to: `<workspace>/` at the start of its name in `svc.json`. */
function projectWorkspace({ cwd, env, progress }: Context): string | undefined {
  if (env.SVC_WORKSPACE !== undefined && env.SVC_WORKSPACE !== '') return env.SVC_WORKSPACE;
  try {
    const { name } = JSON.parse(readPlainFile(join(cwd, 'svc.json'))) as { name?: unknown };
    return typeof name === 'string' && name.includes('/') ? name.split('/', 1)[0] : undefined;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'ENOENT') progress.warn(`svc.json ${code === undefined ? 'is not valid JSON' : 'cannot be read'}; searched everywhere.`);
    return undefined;
  }
}
