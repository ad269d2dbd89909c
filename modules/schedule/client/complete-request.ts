import { usageError, type ErrorIssue } from 'svc-registry/kernel';
import type { CreateCommandInput } from '../contract/command-inputs.js';

/** Flags that say what is launched. */
const REQUIRED = { skill: '--skill', repo: '--repo', environment: '--environment' } as const;
const LAUNCH = {
  ...REQUIRED,
  baseBranch: '--base-branch',
  snapshot: '--snapshot',
  cwd: '--cwd',
  agent: '--agent',
  model: '--model',
  input: '--input',
  inputs: '--inputs',
  instructions: '--instructions',
} as const satisfies Partial<Record<keyof CreateCommandInput, string>>;

type Flag = readonly [field: string, flag: string];

/**
 * Throws a usage error that names every flag that is missing, or every one that `--from-run` excludes. Where an agent calls, the tool server
 * turns flags into parameters.
 */
export function assertComplete(input: CreateCommandInput): void {
  const isGiven = ([field]: Flag): boolean =>
    input[field as keyof CreateCommandInput] !== undefined;
  if (input.input !== undefined && input.inputs !== undefined)
    throw usageError({
      what: '--input and --inputs exclude each other.',
      hint: 'Give all inputs in one way.',
    });
  if (input.fromRun !== undefined) {
    const given = Object.entries(LAUNCH).filter(isGiven);
    refuse(given, {
      problem: 'cannot be given with --from-run',
      hint: 'The earlier launch is repeated as it was. Leave --from-run out to say yourself what is launched.',
    });
    return;
  }
  const missing = Object.entries(REQUIRED).filter((flag) => !isGiven(flag));
  refuse(missing, {
    problem: `${missing.length === 1 ? 'is' : 'are'} required without --from-run`,
    hint: 'The environment is named by its id, which `svc env list` shows. To repeat an earlier launch instead, give its id with --from-run.',
  });
}

function refuse(
  flags: readonly Flag[],
  { problem, hint }: { readonly problem: string; readonly hint: string },
): void {
  if (flags.length === 0) return;
  const names = flags.map(([, flag]) => flag);
  const what = `${new Intl.ListFormat('en-GB').format(names)} ${problem}.`;
  const issues = flags.map(([field, flag]): ErrorIssue => ({
    field,
    message: `${flag} ${problem.replace('are', 'is')}`,
  }));
  throw usageError({ what, hint }, { issues });
}
