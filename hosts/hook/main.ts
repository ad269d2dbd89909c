import { answerEvent, failureAnswer } from '../../modules/hooks/client/runner/answer-event.js';
import { readRequest } from '../../modules/hooks/client/runner/arguments.js';
import { listenForSignals } from './signals.js';
import { standardInput } from './standard-input.js';
import { workingFolder } from './working-folder.js';
import { writeAll } from './write-all.js';

/** `svc hook run`, called by agents at every tool use: no commands, no modules, no container. */
async function main(): Promise<number> {
  const request = readRequest(process.argv.slice(4));
  const env = { ...process.env };
  const { signal, exitCode } = listenForSignals();
  const host = { env, cwd: workingFolder(), clock: () => performance.now(), signal };
  const answer = await answerEvent(request, standardInput(), host).catch((error: unknown) =>
    failureAnswer(error, request, env),
  );
  await writeAll(2, answer.stderr);
  await writeAll(1, answer.stdout);
  return exitCode() ?? answer.exitCode;
}

main().then(
  // exits at once: a process that a hook left running, or an agent that keeps the pipe open, must
  // not delay the answer
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    console.error('svc: the hooks could not be run:', error);
    // some agents treat every other exit code as a refusal
    process.exit(0);
  },
);
