import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Pi, ToolDefinition } from '../pi-api.js';

type Make = (cwd: string, options?: object) => ToolDefinition;

interface PiPackage {
  readonly createBashToolDefinition: Make;
  readonly createEditToolDefinition: Make;
  readonly createWriteToolDefinition: Make;
  readonly SettingsManager: {
    create(cwd: string): {
      getShellPath(): string | undefined;
      getShellCommandPrefix(): string | undefined;
    };
  };
}

/** The running pi, by the file that was started: `dist/cli.js`. */
function runningPi(program: string): PiPackage {
  const main = join(dirname(program), 'index.js');
  return createRequire(main)(main) as PiPackage;
}

/**
 * pi checks all calls of an answer before it makes them, at the same time: a command could then replace a folder by a link after the write to it
 * was checked. So what changes anything is checked and made one call after the other.
 */
export function changeOneAfterTheOther(pi: Pi, program: string, cwd: string): void {
  const own = runningPi(program);
  const settings = own.SettingsManager.create(cwd);
  const shell = {
    shellPath: settings.getShellPath(),
    commandPrefix: settings.getShellCommandPrefix(),
  };
  const tools = [
    own.createBashToolDefinition(cwd, shell),
    own.createEditToolDefinition(cwd),
    own.createWriteToolDefinition(cwd),
  ];
  for (const tool of tools) pi.registerTool({ ...tool, executionMode: 'sequential' });
}
