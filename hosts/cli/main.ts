import { isatty } from 'node:tty';
import type { Program } from '../../kernel/manifest/manifest.js';
import { readVersion } from '../distribution.js';
import { exitSoon } from './exit.js';
import type { GlobalFlags } from './globals.js';
import type { Session } from './session.js';
import { isSet, openTerminal, type Terminal } from './terminal.js';

type Env = Session['env'];

function terminalFor(args: readonly string[], env: Env): Terminal {
  const interactive = isatty(0) && isatty(2) && !isSet(env['CI']);
  return openTerminal({ env, colours: !args.includes('--no-color'), interactive });
}

/** Reads the global flags before the command is known, so that even a parsing failure is reported in the right format. */
function readGlobals(args: readonly string[]): GlobalFlags {
  const end = args.indexOf('--');
  const given = new Set(end === -1 ? args : args.slice(0, end));
  return {
    json: given.has('--json') || given.has('--json=true'),
    help: given.has('--help') || given.has('-h'),
    version: given.has('--version'),
  };
}

/** What people of other programs type. Elsewhere than in front, `-v` may be a command's own. */
const asksVersion: ReadonlySet<string | undefined> = new Set(['--version', '-V', '-v', 'version']);

/** Each branch imports only what it needs: the version loads no commands, and a command loads no help. */
async function run(args: readonly string[], session: Session): Promise<number> {
  if (asksVersion.has(args[0])) {
    session.terminal.out(await readVersion(session.dist));
    return 0;
  }
  if (args[0] === 'completion') {
    (await import('./completion-script.js')).completion(args, session);
    return 0;
  }
  return (await import('./dispatch.js')).dispatch(args, session);
}

/** `svc help install` is `svc install --help`. */
const withHelpFlag = (args: readonly string[]): readonly string[] =>
  args[0] === 'help' ? [...args.slice(1), '--help'] : args;

/** The folder that the build wrote, relative to this file: the bundle preserves its `import.meta.url`. */
const dist = new URL('../../', import.meta.url);

/** Runs one command line; answers the exit code. */
async function exitCodeOf(program: Program, typed: readonly string[]): Promise<number> {
  const args = withHelpFlag(typed);
  const env: Env = { ...process.env };
  const session: Session = {
    program,
    dist,
    env,
    terminal: terminalFor(args, env),
    globals: readGlobals(args),
    debug: isSet(env['SVC_DEBUG']),
  };
  try {
    return await run(args, session);
  } catch (error) {
    return (await import('./error-text.js')).reportError(error, session.terminal, {
      json: session.globals.json,
      debug: session.debug,
    });
  }
}

/** Runs the command line of this process. */
export async function runProgram(program: Program): Promise<void> {
  process.exitCode = await exitCodeOf(program, process.argv.slice(2));
  exitSoon();
}
