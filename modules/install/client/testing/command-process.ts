import { isSvcError, type Context } from 'svc-registry/kernel';
import type { PluginFormat } from '../../../registry/contract/plugin-format.js';
import { InstallHandler } from '../handlers/install.js';
import { ListHandler } from '../handlers/list.js';
import { UninstallHandler } from '../handlers/uninstall.js';
import { UpdateHandler } from '../handlers/update.js';
import { FolderRegistry } from './folder-registry.js';
import { testContext } from './test-context.js';
import { testTools } from './test-tools.js';

/** One command of a test, run in a process of its own so that it can be killed. */
export interface Command {
  readonly cwd: string;
  readonly registry: string;
  readonly install?: readonly string[];
  readonly uninstall?: string;
  readonly update?: boolean;
}

/**
 * Runs a command given as JSON. Answers the exit code and what went wrong.
 * @public the test bundles it into a program
 */
export async function runCommand(format: PluginFormat, json: string, env: Context['env']): Promise<{ code: number; text: string }> {
  const command = JSON.parse(json) as Command;
  const tools = testTools(format, new FolderRegistry(command.registry, format));
  const context = testContext(command.cwd, { env });
  try {
    if (command.install !== undefined) {
      await new InstallHandler(tools).run({ source: [...command.install], agent: ['claude-code', 'agents'] }, context);
    } else if (command.uninstall !== undefined) await new UninstallHandler(tools).run({ plugin: command.uninstall }, context);
    else if (command.update === true) await new UpdateHandler(tools).run({ force: true }, context);
    else await new ListHandler().run({}, context);
    return { code: 0, text: '' };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { code: error.exit, text: `${error.code}: ${error.message}` };
  }
}
