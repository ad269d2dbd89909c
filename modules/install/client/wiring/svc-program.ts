import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { ToolServerEntry } from './tool-server-entry.js';

interface ProgramPlan {
  readonly root: string;
  readonly env: Context['env'];
  /** The file of the running program, if the host knows it. */
  readonly program: string | undefined;
}

/** How an agent starts our tool server: `svc` when that is found on PATH outside the project, else the whole path, with a warning. */
export async function toolServerEntry(plan: ProgramPlan, warn: (text: string) => void): Promise<ToolServerEntry> {
  const args = ['mcp', 'start'];
  if (await onPath(plan)) return { type: 'stdio', command: 'svc', args };
  if (plan.program === undefined) {
    warn('"svc" is not on your PATH: install it globally, or agents cannot start its tool server.');
    return { type: 'stdio', command: 'svc', args };
  }
  warn(`"svc" is not on your PATH; the tool server is entered as ${plan.program}, which works on this machine only.`);
  return (await isExecutable(plan.program))
    ? { type: 'stdio', command: plan.program, args }
    : { type: 'stdio', command: process.execPath, args: [plan.program, ...args] };
}

/** A program inside the project does not count: the agent's PATH need not hold it, and a repository must not choose it. */
async function onPath({ root, env }: ProgramPlan): Promise<boolean> {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const names = process.platform === 'win32' ? ['svc.cmd', 'svc.exe'] : ['svc'];
  const realRoot = await realpath(root);
  const realFolders = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  for (const file of realFolders.flatMap((folder) => names.map((name) => join(folder, name)))) {
    const inner = relative(realRoot, file);
    const outside = isAbsolute(inner) || inner.split(sep)[0] === '..';
    if (outside && (await isExecutable(file))) return true;
  }
  return false;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
