import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { LessThan, MoreThan } from 'typeorm';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { Schedule } from '../schedule.entity.js';
import { timesOf } from '../times.js';
import { zoneDataKey } from '../zone-data.js';

const BATCH = 100;

/**
 * Computes the next times anew that were computed with older zone data: the rules of a zone may have changed. A server with older data than others
 * leaves their times as they are.
 */
@injectable()
export class RefreshZones {
  constructor(
    @inject(zoneDataKey) private readonly zoneData: string,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async refresh(signal: AbortSignal): Promise<void> {
    for (let id = ''; !signal.aborted;) {
      const rows = await this.#outdated(id);
      if (rows.length > 0) await this.#batch(rows);
      const last = rows.at(-1);
      if (last === undefined) return;
      ({ id } = last);
    }
  }

  #outdated(behind: string): Promise<Schedule[]> {
    return this.reads.manager.find(Schedule, {
      where: {
        state: 'active',
        zoneData: LessThan(this.zoneData),
        ...(behind !== '' && { id: MoreThan(behind) }),
      },
      order: { id: 'ASC' },
      take: BATCH,
    });
  }

  async #batch(rows: readonly Schedule[]): Promise<void> {
    const now = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      for (const row of rows) {
        const { id, version, nextRunAt, zoneData: old } = row;
        // what is due by now is launched as it was stored
        if (nextRunAt === null || nextRunAt <= now) continue;
        const next = timesOf(row).next(now) ?? null;
        const set = { nextRunAt: next, zoneData: this.zoneData };
        const { affected } = await manager.update(Schedule, { id, version, nextRunAt }, set);
        if (affected === 1 && next?.getTime() !== nextRunAt.getTime())
          this.host.log.info(
            { schedule: id, from: nextRunAt, to: next, zoneData: { old, new: this.zoneData } },
            'the next time of a schedule has changed with the rules of its zone',
          );
      }
    });
  }
}
