import type { Context, ErrorIssue, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ValidateInput } from '../contract/command-inputs.js';
import type { ScheduleFileProblem, ValidatedSchedules } from '../contract/validated.js';
import { ScheduleFile } from './file/schedule-file.js';

@injectable()
export class ValidateHandler implements Handler<ValidateInput, ValidatedSchedules> {
  constructor(@inject(ScheduleFile) private readonly file: ScheduleFile) {}

  async run(_input: ValidateInput, { cwd }: Context): Promise<ValidatedSchedules> {
    const found = await this.file.around(cwd);
    if (found === undefined) return { file: null, schedules: [], problems: [] };
    const schedules = found.schedules.map(({ entry: { key, cron, timezone = 'UTC' }, next }) => ({
      key,
      cron,
      timezone,
      nextRunAt: next.toISOString(),
    }));
    return { file: found.file.path, schedules, problems: found.problems.map(problemOf) };
  }
}

const problemOf = ({ field = '', message, line, column }: ErrorIssue): ScheduleFileProblem => ({
  field,
  message,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
});
