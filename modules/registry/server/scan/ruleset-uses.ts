import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { MoreThan } from 'typeorm';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { RulesetEntity } from './ruleset.entity.js';

/** Milliseconds after which rules count as no longer in use if no server has reported them. */
const GONE_AFTER = 5 * 60_000;

/**
 * Decides which rules are authoritative for a database. If servers have different rules, as during an upgrade, those of the server that started
 * last are authoritative as long as they are in use (ADR 55).
 */
@injectable()
export class RulesetUses {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Reports that this server uses the rules, and answers whether they are authoritative. `startedAt` is when it began to use them. */
  async use(key: string, startedAt: Date): Promise<boolean> {
    const seenAt = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      const known = await manager.findOneBy(RulesetEntity, { key });
      const latest = known !== null && known.startedAt > startedAt ? known.startedAt : startedAt;
      await manager.upsert(RulesetEntity, { key, startedAt: latest, seenAt }, ['key']);
    });
    const [newest] = await this.database.manager.find(RulesetEntity, {
      where: { seenAt: MoreThan(new Date(seenAt.getTime() - GONE_AFTER)) },
      order: { startedAt: 'DESC', key: 'ASC' },
      take: 1,
    });
    return newest?.key === key;
  }
}
