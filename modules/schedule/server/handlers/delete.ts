import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { ScheduleRef } from '../../contract/schedule-inputs.js';
import { refuseDefinedInFile } from '../defined-in-file.js';
import { scheduleTarget } from '../schedule-locator.js';
import { Schedule } from '../schedule.entity.js';

@injectable()
export class DeleteHandler implements Handler<ScheduleRef, void> {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  async run(_input: ScheduleRef, context: Context): Promise<void> {
    const schedule = scheduleTarget(context);
    refuseDefinedInFile(schedule, 'deleted');
    await this.unitOfWork.run((manager) => manager.delete(Schedule, { id: schedule.id }));
  }
}
