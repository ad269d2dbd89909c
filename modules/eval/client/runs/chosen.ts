import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../../project/contract/folder-workspaces.js';
import { nothingLast } from '../../contract/command-errors.js';
import { listGenerations } from '../../contract/generation-operations.js';
import { listEvals } from '../../contract/run-operations.js';
import type { GenerationStatus } from '../../contract/words.js';
import { given } from '../given.js';

interface Choice {
  readonly id?: string;
  readonly last?: boolean;
}

const QUESTION = 'Workspace of the evaluations';

/** Finds the workspace, and the run or generation, that a command names. */
@injectable()
export class Chosen {
  constructor(@inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces) {}

  workspaceOf(named: string | undefined, context: Context): Promise<string> {
    return this.workspaces.of({ folder: context.cwd, named, question: QUESTION }, context);
  }

  /** That of the folder, for commands without a flag for it. */
  workspaceHere(context: Context): Promise<string> {
    const request = { folder: context.cwd, question: QUESTION, flag: 'SVC_WORKSPACE' };
    return this.workspaces.of(request, context);
  }

  /** Id of the run that is named, or of the newest one. */
  async evalOf({ id, last = false }: Choice, context: Context): Promise<string> {
    requireOne(id !== undefined, last, 'an evaluation');
    if (id !== undefined) return id;
    const workspace = await this.workspaceHere(context);
    const { data } = await context.invoke(listEvals, { workspace, pageSize: 1 });
    const [newest] = data;
    if (newest !== undefined) return newest.evalRunId;
    throw nothingLast({ workspace, what: 'evaluations', start: 'svc eval run' });
  }

  /** The same of a generation. */
  async generationOf({ id, last = false }: Choice, context: Context): Promise<string> {
    requireOne(id !== undefined, last, 'a generation');
    return id ?? this.newestGeneration(context);
  }

  /** Id of the newest generation of the workspace of the folder. */
  async newestGeneration(context: Context, status?: GenerationStatus): Promise<string> {
    const workspace = await this.workspaceHere(context);
    const asked = { workspace, pageSize: 1, ...given({ status }) };
    const { data } = await context.invoke(listGenerations, asked);
    const [newest] = data;
    if (newest !== undefined) return newest.generationId;
    const what = status === undefined ? 'generations of scenarios' : 'generated scenarios';
    throw nothingLast({ workspace, what, start: 'svc scenario generate' });
  }
}

/** Throws a usage error unless either an id or `--last` is given. */
export function requireOne(isNamed: boolean, last: boolean, what: string): void {
  if (!isNamed && !last) throw usageError({ what: `Name the id of ${what}, or --last.` });
  if (isNamed && last)
    throw usageError({ what: `The id of ${what} and --last exclude each other.` });
}
