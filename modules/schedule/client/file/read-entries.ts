import { isRecord, type Fields } from '../../../../toolbox/type-guards.js';
import { MOST_ENTRIES, scheduleKey } from '../../contract/limits.js';
import type { ScheduleEntry } from '../../contract/schedule-inputs.js';
import { readInputs } from './inputs.js';
import type { FileProblem, Reading } from './problem.js';
import { readTexts, textNames, type EntryTexts } from './texts.js';
import { readTimes, timeNames } from './times.js';

/** An entry that can be used. */
export interface FileSchedule {
  /** As the server takes it. */
  readonly entry: Readonly<ScheduleEntry>;
  /** When it would launch next. */
  readonly next: Date;
}

const REQUIRED = ['skill', 'environment'] as const;
const fieldNames: readonly string[] = [...textNames, ...timeNames, 'inputs'];

/** The block `schedules` of a `svc.json`: the entries without a problem, and the problems of all others. */
export function readEntries(block: unknown, now: Date): Reading<readonly FileSchedule[]> {
  if (!isRecord(block)) return refused('must be an object of schedules by their keys');
  const entries = Object.entries(block);
  if (entries.length > MOST_ENTRIES)
    return refused(`has ${entries.length} schedules, and may have ${MOST_ENTRIES}`);
  const readings = entries.map(([key, entry]) => readKeyed(key, entry, now));
  return {
    value: readings.flatMap(({ value }) => value ?? []),
    problems: readings.flatMap(({ problems }) => problems),
  };
}

const refused = (message: string): Reading<readonly FileSchedule[]> => ({
  value: [],
  problems: [{ path: [], message }],
});

function readKeyed(key: string, entry: unknown, now: Date): Reading<FileSchedule | undefined> {
  const wrongKey: FileProblem = {
    path: [],
    message: scheduleKey.message.replace('$property', 'the key'),
  };
  const { value, problems: found } = readEntry(entry, now);
  const problems = [...(scheduleKey.form.test(key) ? [] : [wrongKey]), ...found];
  if (problems.length === 0 && value !== undefined)
    return { value: { ...value, entry: { ...value.entry, key } }, problems };
  return {
    value: undefined,
    problems: problems.map((problem) => ({ ...problem, path: [key, ...problem.path] })),
  };
}

type Unnamed = Omit<FileSchedule, 'entry'> & { readonly entry: Omit<ScheduleEntry, 'key'> };

function readEntry(entry: unknown, now: Date): Reading<Unnamed | undefined> {
  if (!isRecord(entry))
    return {
      value: undefined,
      problems: [
        { path: [], message: 'must be an object with "skill", "schedule" and "environment"' },
      ],
    };
  const times = readTimes(entry, now);
  const texts = readTexts(entry);
  const inputs = readInputs(entry['inputs']);
  const problems = [
    ...unknownFields(entry),
    ...REQUIRED.filter((name) => entry[name] === undefined).map(missing),
    ...times.problems,
    ...texts.problems,
    ...inputs.problems.map(({ path, message }) => ({ path: ['inputs', ...path], message })),
  ];
  const { skill, environment } = texts.value;
  if (times.value === undefined || skill === undefined || environment === undefined)
    return { value: undefined, problems };
  const { cron, timezone, next } = times.value;
  const given = { ...optionalFields(texts.value), ...(inputs.value && { inputs: inputs.value }) };
  return { value: { entry: { cron, timezone, skill, environment, ...given }, next }, problems };
}

/** What the server takes besides; a description is for the readers of the file. */
function optionalFields(texts: EntryTexts): Partial<ScheduleEntry> {
  const { baseBranch, snapshot, workdir, agent, model, instructions } = texts;
  return {
    ...(baseBranch !== undefined && { baseBranch }),
    ...(snapshot !== undefined && { snapshot }),
    ...(workdir !== undefined && { cwd: workdir }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(instructions !== undefined && { instructions }),
  };
}

const missing = (name: (typeof REQUIRED)[number]): FileProblem => ({
  path: [name],
  message: 'is missing',
});

function unknownFields(entry: Fields): readonly FileProblem[] {
  return Object.keys(entry)
    .filter((name) => !fieldNames.includes(name))
    .map((name) => ({
      path: [name],
      message: 'is no field of a schedule',
      misspelt: { name, known: fieldNames },
    }));
}
