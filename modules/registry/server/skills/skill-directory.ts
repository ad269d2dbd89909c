import { isSvcError, type Caller, type SvcError } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { PublishedSkill, SkillDirectory, WantedSkill } from '../../contract/skills.js';
import { ReadableVersions } from '../read/readable-versions.js';
import type { TileWithVersion } from '../read/tile-reader.js';
import { allOf, ofWorkspace, Visibility } from '../read/visibility.js';
import { select } from '../statement.js';

/** More plugins with one skill are not told apart by hand anyway. */
const MOST_PLUGINS = 20;

const NAMED = `(t."name" = ? OR EXISTS (SELECT 1 FROM "registry_documents" d WHERE d."tile_id" = t."id" AND d."kind" = 'skill' AND d."name" = ?))`;

/** See the contract. */
@injectable()
export class StoredSkills implements SkillDirectory {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Visibility) private readonly visibility: Visibility,
    @inject(ReadableVersions) private readonly versions: ReadableVersions,
  ) {}

  async find(wanted: WantedSkill, caller: Caller): Promise<readonly PublishedSkill[]> {
    const { workspace, plugin, version = 'latest' } = wanted;
    const plugins =
      plugin === undefined ? await this.#pluginsWith(wanted, caller) : [`${workspace}/${plugin}`];
    const found: PublishedSkill[] = [];
    let reason: SvcError | undefined;
    for (const name of plugins) {
      try {
        found.push(...skillsOf(await this.versions.find(`${name}@${version}`, caller), wanted));
      } catch (error) {
        if (!isSvcError(error)) throw error;
        if (error.code !== 'not_found') reason ??= error;
      }
    }
    if (found.length === 0 && reason !== undefined) throw reason;
    return found;
  }

  async #pluginsWith({ workspace, skill }: WantedSkill, caller: Caller) {
    const filters = [await this.visibility.of(caller), ofWorkspace(workspace)];
    const { where, parameters } = allOf(filters);
    const rows = await select<{ name: string }>(
      this.database,
      `SELECT t."full_name" AS "name" FROM "registry_tiles" t WHERE ${where} AND ${NAMED} ORDER BY t."full_name" LIMIT ${MOST_PLUGINS}`,
      [...parameters, skill, skill],
    );
    return rows.map(({ name }) => name);
  }
}

function skillsOf(
  { tile, version }: TileWithVersion,
  { plugin, skill }: WantedSkill,
): readonly PublishedSkill[] {
  const { skills } = version;
  const named = skills.filter(({ name }) => name === skill);
  const meantByPlugin = plugin === undefined && tile.name === skill && skills.length === 1;
  return (named.length === 0 && meantByPlugin ? skills : named).map(({ name, path }) => ({
    tile,
    version,
    name,
    path,
  }));
}
