import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { EvalRun } from './eval-run.entity.js';

/** Finds evaluations by id. */
@injectable()
export class RunLocator implements Locator<EvalRun> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  named(id: string): { readonly kind: string; readonly id: string } {
    return { kind: 'evaluation', id };
  }

  async locate(id: string): Promise<Located<EvalRun> | null> {
    const value = await this.reads.manager.findOneBy(EvalRun, { id: id.toLowerCase() });
    if (value === null) return null;
    const { workspaceId, organizationId } = value;
    const name = nameOf(value);
    return { kind: 'evalRun', name, workspaceId, organizationId, visibility: 'members', value };
  }
}

/** What people call an evaluation. */
export const nameOf = ({ label, contextRef }: Pick<EvalRun, 'label' | 'contextRef'>): string =>
  label ?? contextRef ?? 'baseline';

/** The evaluation that the operation's access names. */
export function runTarget({ target }: Context): EvalRun {
  if (!(target?.value instanceof EvalRun))
    throw new Error('This operation needs an access on an evaluation.');
  return target.value;
}
