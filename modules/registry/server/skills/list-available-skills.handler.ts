import { notFound, type Caller, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import {
  longReadsKey,
  readDatabaseKey,
  type LongReads,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type {
  AvailableSkill,
  AvailableSkills,
  AvailableSkillsInput,
} from '../../contract/available-skills.js';
import type { TileFilter } from '../read/visibility.js';
import { termOfScope } from '../search/index-terms.js';
import { searchIndexOf } from '../search/search-index.js';
import { hitsOfPage } from '../search/hits-of-page.js';
import { rankedHits } from '../search/ranked-hits.js';
import { placeholders, select } from '../statement.js';

const DEFAULT_LIMIT = 50;

type Row = AvailableSkill & { readonly total: number | string };

const allOf = (
  { where }: TileFilter,
  join: string,
): string => `SELECT d."name", d."description", d."path", t."full_name" AS "plugin", v."semver" AS "version",
    COUNT(*) OVER () AS "total"
  FROM "registry_tiles" t ${join} "registry_documents" d ON d."tile_id" = t."id" AND d."kind" = 'skill'
    JOIN "registry_versions" v ON v."id" = t."latest_version_id"
  WHERE ${where} ORDER BY t."full_name", d."name", d."id" LIMIT ?`;

@injectable()
export class ListAvailableSkillsHandler implements Handler<AvailableSkillsInput, AvailableSkills> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(longReadsKey) private readonly reads: LongReads,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async run(
    { workspace, words = '', limit = DEFAULT_LIMIT }: AvailableSkillsInput,
    { caller }: Context,
  ): Promise<AvailableSkills> {
    const ids =
      workspace === undefined
        ? await this.workspaces.visibleTo(caller)
        : [await this.own(workspace, caller)];
    if (ids.length === 0) return { skills: [], total: 0, truncated: false };
    const where = `t."workspace_id" IN (${placeholders(ids)}) AND t."archived_at" IS NULL`;
    const filter = { where, parameters: ids, terms: [ids.map(termOfScope)] };
    const { skills, total } =
      words.trim() === ''
        ? await this.all(filter, limit)
        : await this.withWords(words, filter, limit);
    return { skills, total, truncated: total > skills.length };
  }

  private async all(
    filter: TileFilter,
    limit: number,
  ): Promise<Omit<AvailableSkills, 'truncated'>> {
    const { join } = searchIndexOf(this.database.engine);
    const rows = await select<Row>(this.database, allOf(filter, join), [
      ...filter.parameters,
      limit,
    ]);
    const skills = rows.map(({ name, description, path, plugin, version }) => ({
      name,
      description,
      path,
      plugin,
      version,
    }));
    return { skills, total: Number(rows[0]?.total ?? 0) };
  }

  private async withWords(
    query: string,
    filter: TileFilter,
    limit: number,
  ): Promise<Omit<AvailableSkills, 'truncated'>> {
    const { best, total } = await this.reads.run(async (database) => {
      const found = await rankedHits(database, { query, kind: 'skill', filter });
      return {
        best: await hitsOfPage(database, found, { size: limit, from: undefined }),
        total: found.hits.length,
      };
    });
    const skills = best
      .slice(0, limit)
      .map(({ document: { name, description, path, fullName, version } }): AvailableSkill => {
        return { name, description, path: path ?? '', plugin: fullName, version };
      });
    return { skills, total };
  }

  /** The id of a workspace in which the caller has a role. */
  private async own(nameOrId: string, caller: Caller): Promise<string> {
    const found = await this.workspaces.find(nameOrId);
    const visible = found === null ? [] : await this.workspaces.visibleTo(caller);
    if (found === null || !visible.includes(found.id))
      throw notFound({ kind: 'workspace', id: nameOrId });
    return found.id;
  }
}
