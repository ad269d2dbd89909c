import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { Generation } from './generation.entity.js';

/** Finds generations by id. */
@injectable()
export class GenerationLocator implements Locator<Generation> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  named(id: string): { readonly kind: string; readonly id: string } {
    return { kind: 'generation', id };
  }

  async locate(id: string): Promise<Located<Generation> | null> {
    const value = await this.reads.manager.findOneBy(Generation, { id: id.toLowerCase() });
    if (value === null) return null;
    const { workspaceId, organizationId, source } = value;
    const kind = 'scenarioGeneration';
    return { kind, name: source.name, workspaceId, organizationId, visibility: 'members', value };
  }
}

/** The generation that the operation's access names. */
export function generationTarget({ target }: Context): Generation {
  if (!(target?.value instanceof Generation))
    throw new Error('This operation needs an access on a generation.');
  return target.value;
}
