import type { Renderer } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type { ScheduleFileProblem, ValidatedSchedules } from '../contract/validated.js';
import { zonedText } from './moments.js';

export const validatedText: Renderer<ValidatedSchedules> = (validated, style) => {
  const { file, schedules, problems } = validated;
  if (file === null)
    return 'There is no svc.json here or above, so there are no schedules to check.';
  if (schedules.length === 0 && problems.length === 0) return `${file} has no schedules.`;
  const rows = schedules.map(({ key, cron, timezone, nextRunAt }) => [
    key,
    cron,
    zonedText(nextRunAt, timezone, style),
  ]);
  const found = problems.map((problem) => problemText(file, problem));
  const verdict =
    problems.length === 0
      ? style.green(`${counted(schedules.length, 'schedule')}, all can be used.`)
      : style.red(`${counted(problems.length, 'problem')} in ${file}.`);
  return [
    ...(rows.length === 0 ? [] : [style.table(['key', 'times', 'next'], rows), '']),
    ...found,
    verdict,
  ].join('\n');
};

/** In the form that editors and terminals make clickable. */
function problemText(file: string, { field, message, line, column }: ScheduleFileProblem): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${position} ${field}: ${message}`;
}
