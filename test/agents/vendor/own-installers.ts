import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { claudeCode } from '../rows/claude-code.js';
import { reviewHooks } from '../rows/codex-hook-review.js';
import { codex } from '../rows/codex.js';
import { copilot } from '../rows/copilot.js';
import { gemini } from '../rows/gemini.js';
import { opencode } from '../rows/opencode.js';
import {
  allBut,
  type AgentRow,
  type Aspect,
  type TrustStep,
  type VendorPlugin,
} from '../rows/row.js';
import type { ScratchProject } from '../scratch-project.js';

/** A marketplace around a plugin, in the folder above it. */
async function makeMarketplace(plugin: string): Promise<string> {
  const folder = dirname(plugin);
  const list = { name: 'house', owner: { name: 'House' } };
  const plugins = [{ name: 'kitchen', source: `./${basename(plugin)}` }];
  await mkdir(join(folder, '.claude-plugin'), { recursive: true });
  await writeFile(
    join(folder, '.claude-plugin/marketplace.json'),
    JSON.stringify({ ...list, plugins }, null, 2),
  );
  return folder;
}

/** `plugin marketplace add`, and then `plugin install`, or `add` in Codex. */
const fromMarketplace =
  (verb: string) =>
  async (scratch: ScratchProject, plugin: string): Promise<void> => {
    await scratch.run(scratch.program, [
      'plugin',
      'marketplace',
      'add',
      await makeMarketplace(plugin),
    ]);
    await scratch.run(scratch.program, ['plugin', verb, 'kitchen@house']);
  };

/** What there is of a plugin without rules, and without svc. */
const PARTS: readonly Aspect[] = allBut('rule', 'variables');

/** Its hooks are reviewed like all others. */
const hookReview: TrustStep = {
  step: 'reviews the hooks (`/hooks`)',
  ignoredWithout: ['hook', 'events'],
  give: reviewHooks,
};

const byOwn = (
  row: AgentRow,
  vendorPlugin: VendorPlugin,
  more: Partial<AgentRow> = {},
): AgentRow => ({
  ...row,
  id: `${row.id}-own-installer`,
  vendorPlugin,
  claims: { project: { aspects: PARTS } },
  ...more,
});

/** The same plugin by the agents' own installers: what these do, svc has to do as well. */
export const ownInstallers: readonly AgentRow[] = [
  byOwn(
    claudeCode,
    {
      form: 'claude-code',
      ownInstaller: fromMarketplace('install'),
      command: '/kitchen:pour-tea',
    },
    {
      start: (model, task) => {
        const { args, env } = claudeCode.start(model, task);
        return { args: [...args.slice(0, -1), 'Bash,mcp__plugin_kitchen_kettle'], env };
      },
      serverTool: ({ server, tool }) => {
        const name = `mcp__plugin_kitchen_${server}__${tool}`;
        return [
          { tool: 'ToolSearch', input: { query: `select:${name}` } },
          { tool: name, input: {} },
        ];
      },
    },
  ),
  byOwn(
    codex,
    {
      form: 'codex',
      ownInstaller: fromMarketplace('add'),
      // its installer makes skills of commands, with a name in front
      command: '$kitchen:source-command-pour-tea',
    },
    {
      claims: { project: { aspects: allBut('rule', 'variables', 'subagent'), trust: hookReview } },
    },
  ),
  byOwn(gemini, {
    form: 'gemini',
    ownInstaller: async (scratch, plugin) => {
      // otherwise it asks whether the folder is trusted
      await scratch.writeHome('.gemini/trustedFolders.json', { [plugin]: 'TRUST_FOLDER' });
      await scratch.run('gemini', ['extensions', 'install', plugin, '--consent']);
    },
    command: '/pour-tea',
  }),
  byOwn(
    copilot,
    {
      form: 'claude-code',
      ownInstaller: fromMarketplace('install'),
      command: '/pour-tea',
    },
    // it reads flat answers only, and shows no reason of an exit code
    { untold: ['PreToolUse', 'SessionStart', 'UserPromptSubmit', 'PostToolUse'] },
  ),
  byOwn(
    opencode,
    {
      form: 'opencode',
      ownInstaller: async (scratch, plugin) => {
        await scratch.run('opencode', ['plugin', plugin]);
      },
      command: '/pour-tea',
    },
    { claims: { project: { aspects: allBut('rule', 'variables', 'events') } } },
  ),
];
