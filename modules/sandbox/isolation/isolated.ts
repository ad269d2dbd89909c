import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { INSIDE, programFolders, spawnBubblewrap } from './bubblewrap.js';
import { closed, kill, runnerOptions, runnerText, type StartRunner } from './runner-process.js';

/** Milliseconds after which bubblewrap itself is killed when it does not notice that its init is gone. */
const GRACE = 2_000;

/** The port of the bridge inside: the sandbox has a loopback interface of its own. */
const BRIDGE_PORT = 3128;

async function initOf(info: Readable): Promise<number | undefined> {
  const pid = fieldsOf(parsedJson(await text(info)))['child-pid'];
  return Number.isInteger(pid) ? (pid as number) : undefined;
}

export const startIsolated: StartRunner = ({ limits, binds = [] }, { socket }, searchPath) => {
  const options = runnerOptions({
    folder: INSIDE.work,
    socket: INSIDE.socket,
    port: BRIDGE_PORT,
  });
  const child = spawnBubblewrap(
    { limits, binds, socket, files: { [INSIDE.runner]: runnerText() } },
    [process.execPath, INSIDE.runner, options],
    searchPath,
  );
  const gone = closed(child);
  const init = initOf(child.stdio[3] as Readable).catch(() => undefined);
  return {
    child,
    folder: INSIDE.work,
    env: { HOME: INSIDE.home, TMPDIR: INSIDE.temporary, PATH: programFolders() },
    // the runner ends all processes of the namespace
    killStrays: () => undefined,
    end: async () => {
      const late = setTimeout(() => child.kill('SIGKILL'), GRACE);
      const pid = await init;
      // with the init of its namespace every process in it ends; bubblewrap waits for that, so the number cannot belong to another one
      if (pid !== undefined && child.exitCode === null && child.signalCode === null) kill(pid);
      else child.kill('SIGKILL');
      await gone;
      clearTimeout(late);
    },
  };
};
