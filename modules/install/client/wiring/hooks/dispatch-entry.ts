import type { HookEntryFacts, HookEvent, HookFacts } from '../../../contract/agents.js';
import { ENTRY_SECONDS } from '../../../contract/hook-events.js';
import type { Scope } from '../../project/scope.js';
import type { SvcProgram } from '../svc-program.js';
import { shellWord, type Shell } from './shell-word.js';

/** The call that an agent makes for all plugins at one event. */
interface Dispatch {
  /** Id of the agent. */
  readonly agent: string;
  readonly facts: HookFacts;
  readonly event: HookEvent;
  readonly program: SvcProgram;
  readonly scope: Pick<Scope, 'kind'>;
}

type DispatchEntry = Readonly<Record<string, string | number>>;

/**
 * The entry that calls `svc hook run`, first in this platform's form, then in those of others, which are accepted too: a committed file
 * then need not change between machines. A form that does not work here is accepted only where nothing is to change (`frozen`).
 */
export function dispatchEntries(
  dispatch: Dispatch,
  platform: NodeJS.Platform,
  frozen = false,
): readonly DispatchEntry[] {
  const { entry } = dispatch.facts;
  if (entry === null) return [];
  const windows = platform === 'win32';
  const here = entryOn(dispatch, entry, windows);
  const there = entryOn(dispatch, entry, !windows);
  const fails = windows && entry.powershell === entry.command;
  return JSON.stringify(here) === JSON.stringify(there) || (fails && !frozen)
    ? [here]
    : [here, there];
}

function entryOn(dispatch: Dispatch, facts: HookEntryFacts, windows: boolean): DispatchEntry {
  const { type, timeout } = facts;
  return {
    ...(type !== null && { type }),
    ...commandsOn(dispatch, facts, windows),
    [timeout.key]: timeout.unit === 's' ? ENTRY_SECONDS : ENTRY_SECONDS * 1000,
  };
}

/** A key for each shell, or one key with the command of this platform's shell. */
function commandsOn(
  dispatch: Dispatch,
  { command, powershell, cmd }: HookEntryFacts,
  windows: boolean,
): DispatchEntry {
  if (cmd !== undefined)
    return { [command]: commandIn('posix', dispatch), [cmd]: commandIn('cmd', dispatch) };
  if (powershell === undefined)
    return { [command]: commandIn(windows ? 'cmd' : 'posix', dispatch) };
  if (powershell === command && windows)
    return { [command]: callInBoth(dispatch) ?? commandIn('powershell', dispatch) };
  if (powershell === command) return { [command]: commandIn('posix', dispatch) };
  return {
    [command]: commandIn('posix', dispatch),
    [powershell]: commandIn('powershell', dispatch),
  };
}

/** The words of the call. */
export function dispatchWords({
  agent,
  event,
  program,
  scope,
}: Omit<Dispatch, 'facts'>): readonly string[] {
  const flags = [
    `--agent=${agent}`,
    `--event=${event}`,
    ...(scope.kind === 'user' ? ['--global'] : []),
  ];
  return [program.command, ...program.args, 'hook', 'run', ...flags];
}

const callIn = (shell: Shell, dispatch: Dispatch): string =>
  dispatchWords(dispatch)
    .map((word) => shellWord(word, shell))
    .join(' ');

/**
 * A command for PowerShell that bash reads alike: to bash, a guard of PowerShell is an error with the exit code of a refusal. Without svc it
 * goes on too, with an error in each session that says which program is missing. Answers are on standard output.
 */
function callInBoth(dispatch: Dispatch): string | undefined {
  const call = callIn('posix', dispatch);
  return call === callIn('powershell', dispatch) ? `${call}; exit 0` : undefined;
}

/** The call as a command of a shell. */
export function commandIn(shell: Shell, dispatch: Dispatch): string {
  const { facts, event, program } = dispatch;
  const call = callIn(shell, dispatch);
  const guarded = facts.programMissing !== 'goes on';
  if (shell === 'powershell') return powershellCall(call, guarded ? program : undefined);
  return shell === 'posix' && guarded
    ? `${posixTest(program)} || ${posixPass(facts.passes?.[event])}; ${call}`
    : call;
}

/** PowerShell runs a quoted word only after `&`, and passes on the exit code only by `exit`. */
function powershellCall(call: string, guard: SvcProgram | undefined): string {
  const run = `${call.startsWith("'") ? '& ' : ''}${call}; exit $LASTEXITCODE`;
  if (guard === undefined) return run;
  const file = startedFile(guard);
  const test =
    file === undefined
      ? `Get-Command ${guard.command} -ErrorAction Ignore`
      : `Test-Path ${shellWord(file, 'powershell')}`;
  return `if (${test}) { ${run} }`;
}

/** Checks that svc is installed; otherwise every tool call of a team mate without svc would be refused. */
function posixTest(program: SvcProgram): string {
  const file = startedFile(program);
  return file === undefined
    ? `command -v ${program.command} >/dev/null`
    : `test -e ${shellWord(file, 'posix')}`;
}

/** What the entry runs if svc is missing, without braces, which older versions of fish do not know. */
function posixPass(answer: string | undefined): string {
  return answer === undefined ? 'exit 0' : `exec echo ${shellWord(answer, 'posix')}`;
}

/** The file that has to exist; `undefined` if PATH locates the program. */
function startedFile({ command, args }: SvcProgram): string | undefined {
  const last = args.at(-1) ?? command;
  return /[\\/]/.test(last) ? last : undefined;
}
