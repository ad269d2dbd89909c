import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import { shortened } from '../../../toolbox/shortened.js';
import type { ScheduleListed, ScheduleProblem, ScheduleView } from '../contract/schedule-view.js';
import { cronWords } from './cron-words.js';
import { momentText, zonedText } from './moments.js';

/** One schedule. */
export const scheduleText: Renderer<ScheduleView> = (schedule, style) =>
  [
    ...headLines(schedule, style),
    ...runLines(schedule, style),
    ...problemLines(schedule, style),
    ...configLines(schedule),
    ...originLines(schedule, style),
  ].join('\n');

/** One that was changed. */
export const changedText: Renderer<ScheduleListed> = (schedule, style) =>
  [...headLines(schedule, style), ...runLines(schedule, style)].join('\n');

function headLines(schedule: ScheduleListed, style: TextStyle): readonly string[] {
  const { status, cron, timezone, label, id } = schedule;
  const words = cronWords(cron);
  const times = words === undefined ? cron : `${words} (${cron})`;
  return [
    `${style.bold(status)}  ${times} in ${timezone}  ${style.dim(id)}`,
    ...(label === null ? [] : [label]),
  ];
}

function runLines(schedule: ScheduleListed, style: TextStyle): readonly string[] {
  const { nextRunAt, timezone, lastRun } = schedule;
  return [
    ...(nextRunAt === null ? [] : [`Next: ${zonedText(nextRunAt, timezone, style)}`]),
    ...(lastRun === null
      ? []
      : [
          `Last: ${lastRun.status}, for ${momentText(lastRun.scheduledFor, style)}  ${style.dim(lastRun.launchRunId)}`,
        ]),
  ];
}

/** What kept launches from beginning. */
const COUNTS = {
  missed: 'missed while no server ran',
  skipped: 'skipped while the launch before still ran',
  refused: 'refused',
} as const;

function problemLines(schedule: ScheduleView, style: TextStyle): readonly string[] {
  const { pausedBecause, lastProblem } = schedule;
  const counts = (['missed', 'skipped', 'refused'] as const)
    .filter((name) => schedule[name] > 0)
    .map((name) => `${counted(schedule[name], 'time')} ${COUNTS[name]}`);
  const isOther = lastProblem !== null && lastProblem.message !== pausedBecause?.message;
  return [
    ...(counts.length === 0 ? [] : [`${counts.join('; ')}.`]),
    ...(pausedBecause === null
      ? []
      : [style.yellow(`Paused by the server, ${problemText(pausedBecause, style)}`)]),
    ...(isOther
      ? [style.yellow(`The latest time began no launch, ${problemText(lastProblem, style)}`)]
      : []),
  ];
}

const problemText = ({ message, at }: ScheduleProblem, style: TextStyle): string =>
  `${momentText(at, style)}: ${message}`;

function configLines({ config }: ScheduleView): readonly string[] {
  const { workdir, model, environmentId, inputNames, instructions } = config;
  const revision = config.snapshot ?? config.baseBranch;
  const folder = workdir === null ? '' : `, in ${workdir}`;
  const facts = [
    ...(environmentId === null ? [] : [`environment ${environmentId}`]),
    ...(inputNames.length === 0 ? [] : [`inputs ${inputNames.join(', ')}`]),
  ];
  return [
    `Launches ${config.skillRef}`,
    `  ${config.agent}${model === null ? '' : ` (${model})`} on ${config.repoUrl} at ${revision}${folder}`,
    ...facts.map((fact) => `  ${fact}`),
    ...(instructions === null
      ? []
      : [`  told: ${shortened(instructions.trim().split('\n')[0] ?? '', 200)}`]),
  ];
}

function originLines(schedule: ScheduleView, style: TextStyle): readonly string[] {
  const { source, owner, workspace } = schedule;
  const from =
    source === null ? [] : [`Defined as "${source.key}" in ${source.file} of ${source.repo}`];
  return [...from, style.dim(`In ${workspace}, with the rights of ${owner}`)];
}
