import { usageError, type Context, type Handler, type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../project/contract/folder-workspaces.js';
import type { ListCommandInput } from '../contract/command-inputs.js';
import { listSchedules } from '../contract/schedule-operations.js';
import type { ScheduleListed } from '../contract/schedule-view.js';

const DEFAULT_LIMIT = 20;
const LARGEST_PAGE = 100;

@injectable()
export class ListCommandHandler implements Handler<ListCommandInput, Page<ScheduleListed>> {
  constructor(@inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces) {}

  async run(input: ListCommandInput, context: Context): Promise<Page<ScheduleListed>> {
    const { workspace: named, limit, all = false, ...filter } = input;
    if (all && limit !== undefined)
      throw usageError({ what: '--all and --limit exclude each other.', hint: 'Leave one out.' });
    const question = 'Workspace of the schedules';
    const workspace = await this.workspaces.of({ folder: context.cwd, named, question }, context);
    const asked = { ...filter, workspace };
    return all
      ? everyPage(asked, context)
      : context.invoke(listSchedules, { ...asked, pageSize: limit ?? DEFAULT_LIMIT });
  }
}

async function everyPage(
  asked: { readonly workspace: string } & Pick<ListCommandInput, 'status'>,
  { invoke }: Pick<Context, 'invoke'>,
): Promise<Page<ScheduleListed>> {
  const first = await invoke(listSchedules, { ...asked, pageSize: LARGEST_PAGE });
  const data = [...first.data];
  for (let after = first.next; after !== null;) {
    const page = await invoke(listSchedules, { ...asked, pageSize: LARGEST_PAGE, after });
    data.push(...page.data);
    after = page.next;
  }
  return { ...first, data, next: null };
}
