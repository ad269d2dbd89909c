import { extensionsKey, type Extension, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { factRefused } from '../../contract/errors.js';
import { searchFactsPoint, type SearchFact } from '../../contract/search-facts.js';

/** A fact, and its name. */
export type DeclaredFact = SearchFact & { readonly name: string };

/** A fact by which plugins are sorted. */
export type OrderFact = Extract<DeclaredFact, { readonly order: string }>;

export const isOrder = (fact: DeclaredFact | undefined): fact is OrderFact =>
  fact !== undefined && fact.type !== 'text';

const NAME = /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$/;
const TAKEN = ['relevance', 'workspace'];

/** The facts that the loaded modules have contributed. */
@injectable()
export class DeclaredFacts {
  private readonly byName: ReadonlyMap<string, DeclaredFact>;

  /** Throws `search_fact_refused`, which names the module, for a contribution that is unfit. */
  constructor(@inject(extensionsKey) extensions: Extensions) {
    this.byName = new Map(
      extensions.of(searchFactsPoint).map((extension) => [extension.id, declared(extension)]),
    );
  }

  get(name: string): DeclaredFact | undefined {
    return this.byName.get(name);
  }

  all(): readonly DeclaredFact[] {
    return [...this.byName.values()];
  }
}

function declared({ module, id, data }: Extension<SearchFact, never>): DeclaredFact {
  const why = faultOf(id, data);
  if (why !== undefined) throw factRefused({ module, fact: id, why }, { details: { module } });
  return { ...data, name: id };
}

// contributions of modules from outside are checked by no compiler
function faultOf(
  name: string,
  { type, order }: { readonly type: string; readonly order?: string },
): string | undefined {
  if (TAKEN.includes(name)) return 'the name is taken';
  if (!NAME.test(name)) return 'its name is not of small letters, digits, "-" and "."';
  if (type === 'text') return order === undefined ? undefined : 'a text has no order';
  if (type !== 'integer' && type !== 'instant')
    return `its type is "${type}", and not "text", "integer" or "instant"`;
  return order === 'ascending' || order === 'descending'
    ? undefined
    : 'its order is neither "ascending" nor "descending"';
}
