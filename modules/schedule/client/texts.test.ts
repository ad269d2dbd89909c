import { describe, expect, it } from '@jest/globals';
import { plainStyle } from 'svc-registry/testing';
import type { ScheduleListed, ScheduleRunView, ScheduleView } from '../contract/schedule-view.js';
import {
  runsText,
  schedulesText,
  scheduleText,
  syncedText,
  triggeredText,
  validatedText,
} from './texts.js';

const style = plainStyle(200);
const agent = { ...style, reader: 'agent' as const };
const page = <T>(data: T[], next: string | null = null) => ({ data, next, prev: null });

const listed = {
  id: 'id-1',
  status: 'active',
  cron: '0 9 * * 1-5',
  timezone: 'Europe/Berlin',
  label: null,
  workspace: 'acme',
  skillRef: 'acme/docs#notes',
  nextRunAt: '2026-03-10T08:00:00.000Z',
  lastRun: null,
} satisfies ScheduleListed;
const view = {
  ...listed,
  config: {
    skillRef: 'acme/docs#notes',
    repoUrl: 'https://github.com/acme/shop',
    baseBranch: 'main',
    snapshot: null,
    workdir: null,
    agent: 'claude-code',
    model: null,
    environmentId: 'env-1',
    inputNames: [],
    instructions: null,
  },
  source: null,
  owner: 'ann@example.com',
  missed: 0,
  skipped: 0,
  refused: 0,
  pausedBecause: null,
  lastProblem: null,
  createdAt: '2026-03-01T00:00:00.000Z',
} satisfies ScheduleView;

describe('a schedule', () => {
  it('is what it launches, and when', () => {
    expect(scheduleText(view, style))
      .toBe(`active  weekdays at 09:00 (0 9 * * 1-5) in Europe/Berlin  id-1
Next: 2026-03-10 08:00:00 UTC, Tue 2026-03-10 09:00 in Europe/Berlin
Launches acme/docs#notes
  claude-code on https://github.com/acme/shop at main
  environment env-1
In acme, with the rights of ann@example.com`);
  });

  it('shows what went wrong, where it comes from, and its last launch', () => {
    const problem = {
      code: 'environment_gone',
      message: 'The environment is gone.',
      at: '2026-03-09T08:00:00.000Z',
    };
    const text = scheduleText(
      {
        ...view,
        status: 'paused',
        cron: '*/7 * * * *',
        timezone: 'UTC',
        label: 'Notes',
        nextRunAt: null,
        lastRun: {
          launchRunId: 'run-1',
          scheduledFor: '2026-03-09T08:00:00.000Z',
          status: 'failed',
        },
        missed: 3,
        skipped: 1,
        pausedBecause: problem,
        lastProblem: { ...problem, message: 'Another.' },
        config: {
          ...view.config,
          snapshot: 'v1',
          workdir: 'packages/a',
          model: 'large',
          environmentId: null,
          inputNames: ['a', 'b'],
          instructions: 'Be brief.\nNext: never',
        },
        source: { repo: 'https://github.com/acme/shop', file: 'svc.json', key: 'notes' },
      },
      agent,
    );
    expect(text).toBe(`paused  */7 * * * * in UTC  id-1
Notes
Last: failed, for 2026-03-09T08:00:00.000Z  run-1
3 times missed while no server ran; 1 time skipped while the launch before still ran.
Paused by the server, 2026-03-09T08:00:00.000Z: The environment is gone.
The latest time began no launch, 2026-03-09T08:00:00.000Z: Another.
Launches acme/docs#notes
  claude-code (large) on https://github.com/acme/shop at v1, in packages/a
  inputs a, b
  told: Be brief.
Defined as "notes" in svc.json of https://github.com/acme/shop
In acme, with the rights of ann@example.com`);
  });

  it('does not say twice why it is paused', () => {
    const problem = { code: 'x', message: 'Gone.', at: '2026-03-09T08:00:00.000Z' };
    const text = scheduleText({ ...view, pausedBecause: problem, lastProblem: problem }, style);
    expect(text.match(/Gone\./g)).toHaveLength(1);
  });

  it('is shown without local times in a zone that only the server knows', () => {
    const text = scheduleText({ ...view, timezone: 'Europe/Atlantis' }, style);
    expect(text).toContain('Next: 2026-03-10 08:00:00 UTC\n');
  });
});

describe('schedules', () => {
  it('say how to make one where there are none', () => {
    expect(schedulesText(page([]), style)).toContain('`svc schedule create`');
  });

  it('are a line each, and more of them are announced', () => {
    const lastRun = {
      launchRunId: 'r',
      scheduledFor: '2026-03-09T08:00:00.000Z',
      status: 'completed',
    } as const;
    const text = schedulesText(page([{ ...listed, label: 'Notes', lastRun }], 'x'), style);
    expect(text).toMatch(
      /^status +times .*\nactive +0 9 \* \* 1-5 Europe\/Berlin +Notes +2026-03-10 08:00:00 UTC +completed 2026-03-09 08:00:00 UTC +id-1\n\nThere are more: raise --limit, or list all with --all\.$/,
    );
    expect(schedulesText(page([listed]), agent)).toContain('2026-03-10T08:00:00.000Z');
    expect(schedulesText(page([listed]), style)).not.toContain('more');
  });
});

it('runs are a line each', () => {
  const run: ScheduleRunView = {
    launchRunId: 'run-1',
    cause: 'triggered',
    scheduledFor: null,
    status: 'completed',
    createdAt: '2026-03-09T08:00:00.000Z',
    finishedAt: '2026-03-09T08:01:00.000Z',
    result: { status: 'succeeded', summary: 'Wrote them.' },
  };
  expect(runsText(page([run]), style)).toMatch(
    /completed +triggered +2026-03-09 08:01:00 UTC +succeeded: Wrote them\. +run-1/,
  );
  expect(runsText(page([]), style)).toBe('The schedule has begun no launches.');
});

it('what was triggered can be followed', () => {
  expect(triggeredText({ id: 'id-1', launchRunId: 'run-1' }, style)).toContain(
    'svc launch view --wait run-1',
  );
});

it('synchronizing says what has changed', () => {
  const nothing = { created: [], updated: [], recreated: [], deleted: [], unchanged: [] };
  const synced = { ...nothing, workspace: 'acme', created: ['a', 'b'], deleted: ['c'] };
  expect(syncedText({ ...synced, unchanged: ['d'] }, style)).toBe(
    'Schedules of this file in acme:\n  created 2: a, b\n  deleted 1: c\n  unchanged 1',
  );
  expect(syncedText({ ...nothing, workspace: 'acme' }, style)).toBe(
    'acme has no schedules of this file, and the file has none.',
  );
});

describe('a checked file', () => {
  const schedules = [
    { key: 'notes', cron: '0 9 * * *', timezone: 'UTC', nextRunAt: '2026-03-10T09:00:00.000Z' },
  ];
  const problems = [{ field: 'schedules.b.skill', message: 'is missing', line: 3, column: 8 }];

  it('shows problems with their positions, and what can be used', () => {
    expect(validatedText({ file: '/x/svc.json', schedules, problems }, style)).toMatch(
      /notes +0 9 \* \* \* +2026-03-10 09:00:00 UTC\n\n\/x\/svc.json:3:8 schedules\.b\.skill: is missing\n1 problem in \/x\/svc.json\.$/,
    );
    expect(validatedText({ file: '/x/svc.json', schedules, problems: [] }, style)).toMatch(
      /\n\n1 schedule, all can be used\.$/,
    );
  });

  it('may be missing, or without schedules', () => {
    const nothing = { schedules: [], problems: [] };
    expect(validatedText({ file: null, ...nothing }, style)).toContain('There is no svc.json');
    expect(validatedText({ file: '/x/svc.json', ...nothing }, style)).toBe(
      '/x/svc.json has no schedules.',
    );
  });
});
