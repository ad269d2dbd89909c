import { invalidInput, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { MatchTilesInput, TileMatch, TileMatches } from '../../contract/package-matches.js';
import { looksLikePackageUrl, parsePackageUrl, type PackageUrl } from '../../format/package-url.js';
import type { TileFilter } from '../read/visibility.js';
import { placeholders, select } from '../statement.js';
import { searchIndexOf } from './search-index.js';
import { SearchFilters } from './search-filters.js';

/** Per package. A search for the package shows all of them, page by page. */
const MAX_MATCHES = 20;

/** Grouped, since versions that were published long ago may name an address twice, in spellings that are one by now. */
const sqlFor = (
  keys: readonly string[],
  { where }: TileFilter,
  join: string,
): string => `SELECT m."describes",
    m."workspace_name" AS "workspaceName", m."name" AS "tileName", v."semver" AS "version"
  FROM (
    SELECT l."name" AS "describes", t."workspace_name", t."name", t."full_name", t."latest_version_id",
      ROW_NUMBER() OVER (PARTITION BY l."name" ORDER BY t."full_name") AS "number"
    FROM "registry_documents" l ${join} "registry_tiles" t ON t."id" = l."tile_id"
    WHERE l."kind" = 'link' AND l."name" IN (${placeholders(keys)}) AND ${where}
    GROUP BY l."name", t."id"
  ) m JOIN "registry_versions" v ON v."id" = m."latest_version_id"
  WHERE m."number" <= ${MAX_MATCHES} ORDER BY m."full_name"`;

@injectable()
export class MatchTilesHandler implements Handler<MatchTilesInput, TileMatches> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(SearchFilters) private readonly filters: SearchFilters,
  ) {}

  async run({ purls }: MatchTilesInput, { caller }: Context): Promise<TileMatches> {
    const filter = await this.filters.of({}, caller);
    const keys = packageKeys(purls);
    const found = new Map([...keys.values()].map((key): [string, TileMatch[]] => [key, []]));
    for (const match of await this.find([...found.keys()], filter))
      found.get(match.describes)?.push(match);
    return {
      matches: Object.fromEntries([...keys].map(([purl, key]) => [purl, found.get(key) ?? []])),
    };
  }

  private async find(keys: readonly string[], filter: TileFilter): Promise<TileMatch[]> {
    if (keys.length === 0) return [];
    const { join } = searchIndexOf(this.database.engine);
    return select<TileMatch>(this.database, sqlFor(keys, filter, join), [
      ...keys,
      ...filter.parameters,
    ]);
  }
}

/** More are of no use, and would make a response many times larger than its request. */
const MAX_ISSUES = 100;

function parsed(purl: string): PackageUrl | string {
  return looksLikePackageUrl(purl) ? parsePackageUrl(purl) : 'it does not begin with "pkg:"';
}

/** What each package URL is looked up as. Throws `invalid_input` with the index of each text that is not a package URL. */
function packageKeys(purls: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const problems = purls.flatMap((purl, at) => {
    const result = parsed(purl);
    if (typeof result === 'string')
      return [{ field: `purls[${at}]`, message: `is not a package URL: ${result}` }];
    keys.set(purl, result.key);
    return [];
  });
  const [first] = problems;
  if (first === undefined) return keys;
  const what =
    problems.length === 1
      ? `${first.field} ${first.message}.`
      : `${problems.length} of the purls are not package URLs.`;
  const hint = 'Package URLs look like pkg:npm/express or pkg:pypi/requests.';
  throw invalidInput({ what, hint }, { issues: problems.slice(0, MAX_ISSUES) });
}
