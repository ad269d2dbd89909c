import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { ReviewRun, type StoredSubject } from './review-run.entity.js';

/** Finds reviews by id. */
@injectable()
export class RunLocator implements Locator<ReviewRun> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  named(id: string): { readonly kind: string; readonly id: string } {
    return { kind: 'review', id };
  }

  async locate(id: string): Promise<Located<ReviewRun> | null> {
    const value = await this.reads.manager.findOneBy(ReviewRun, { id: id.toLowerCase() });
    if (value === null) return null;
    const { workspaceId, organizationId } = value;
    const name = nameOf(value.subject);
    return { kind: 'reviewRun', name, workspaceId, organizationId, visibility: 'members', value };
  }
}

/** The subject of a review as text for people. */
export const nameOf = (subject: StoredSubject): string =>
  subject.type === 'skill' ? subject.name : subject.tileRef;

/** The review that the operation's access names. */
export function runTarget({ target }: Context): ReviewRun {
  if (!(target?.value instanceof ReviewRun))
    throw new Error('This operation needs an access on a review.');
  return target.value;
}
