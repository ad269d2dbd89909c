import { extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { searchFactsPoint, type SearchFact } from '../../contract/search-facts.js';

/** A fact, and its name. */
export type DeclaredFact = SearchFact & { readonly name: string };

/** A fact by which plugins are sorted. */
export type OrderFact = Extract<DeclaredFact, { readonly order: string }>;

export const isOrder = (fact: DeclaredFact | undefined): fact is OrderFact =>
  fact !== undefined && fact.type !== 'text';

/** The facts that the loaded modules have contributed. */
@injectable()
export class DeclaredFacts {
  private readonly byName: ReadonlyMap<string, DeclaredFact>;

  constructor(@inject(extensionsKey) extensions: Extensions) {
    this.byName = new Map(
      extensions.of(searchFactsPoint).map(({ id, data }) => [id, { ...data, name: id }]),
    );
  }

  get(name: string): DeclaredFact | undefined {
    return this.byName.get(name);
  }

  all(): readonly DeclaredFact[] {
    return [...this.byName.values()];
  }
}
