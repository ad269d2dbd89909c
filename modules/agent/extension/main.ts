/* eslint-disable no-restricted-properties -- runs as an extension in the process of pi, without a host of ours */
import { realpathSync } from 'node:fs';
import { OPTIONS_VARIABLE, type SessionOptions } from '../session/session-options.js';
import { Memory } from './memory/memory.js';
import { useMemory } from './memory/memory-tool.js';
import { PermissionGate } from './permissions/gate.js';
import { changeOneAfterTheOther } from './permissions/one-after-the-other.js';
import { useModelServers } from './model-servers.js';
import type { Pi } from './pi-api.js';
import { useServers } from './servers/use-servers.js';
import { stayInFolder } from './session-folder.js';

/** Warnings from before the session has a screen. */
function warnAtStart(pi: Pi, warnings: readonly string[]): void {
  pi.on('session_start', (_event, { hasUI, ui }) => {
    for (const text of warnings)
      if (hasUI) ui.notify(text, 'warning');
      else console.error(`warning: ${text}`);
    return undefined;
  });
}

/** The extension of pi that `svc agent` loads: tool servers, memory and permissions. */
export default async function extension(pi: Pi): Promise<void> {
  const text = process.env[OPTIONS_VARIABLE];
  if (text === undefined) throw new Error('This extension is started by `svc agent`.');
  const options = JSON.parse(text) as SessionOptions;
  useModelServers(pi, process.env);
  const warnings: string[] = [];
  const reading = await useServers(pi, options, {
    env: process.env,
    warn: (warning) => warnings.push(warning),
  });
  new PermissionGate(options, reading).listen(pi);
  stayInFolder(pi);
  if (options.memory) useMemory(pi, new Memory(options.root));
  if (options.builtInTools)
    changeOneAfterTheOther(pi, realpathSync(process.argv[1] ?? ''), process.cwd());
  warnAtStart(pi, warnings);
}
