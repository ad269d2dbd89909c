import { isatty } from 'node:tty';
import { readVersion } from '../distribution.js';
import { reportError } from './error-text.js';
import { readGlobals } from './globals.js';
import type { Session } from './session.js';
import { isSet, openTerminal, type Terminal } from './terminal.js';

type Env = Session['env'];

function terminalFor(args: readonly string[], env: Env): Terminal {
  const interactive = isatty(0) && isatty(2) && !isSet(env['CI']);
  return openTerminal({ env, colours: !args.includes('--no-color'), interactive });
}

/** Each branch imports only what it needs: the version loads no commands, and a command loads no help. */
async function run(args: readonly string[], session: Session): Promise<number> {
  if (args[0] === '--version') {
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

/** Runs one command line; answers the exit code. `dist` is the folder that the build wrote. */
export async function runProgram(typed: readonly string[], dist: URL): Promise<number> {
  const args = withHelpFlag(typed);
  const env: Env = { ...process.env };
  const session: Session = {
    dist,
    env,
    terminal: terminalFor(args, env),
    globals: readGlobals(args),
    debug: isSet(env['SVC_DEBUG']),
  };
  try {
    return await run(args, session);
  } catch (error) {
    return reportError(error, session.terminal, {
      json: session.globals.json,
      debug: session.debug,
    });
  }
}
