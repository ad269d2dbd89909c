import { reviewHooks } from './codex-hook-review.js';
import { allBut, type AgentRow } from './row.js';

export const codex: AgentRow = {
  id: 'codex',
  program: 'codex',
  agents: ['codex'],
  claims: {
    project: {
      aspects: allBut('subagent'),
      trust: {
        step: 'trusts the project (`projects` in `~/.codex/config.toml`) and reviews the hooks (`/hooks`)',
        ignoredWithout: ['toolServer', 'variables', 'hook', 'events'],
        give: async (scratch) => {
          await scratch.appendHome(
            '.codex/config.toml',
            `[projects.${JSON.stringify(scratch.project)}]\ntrust_level = "trusted"\n`,
          );
          await reviewHooks(scratch);
        },
      },
    },
    user: {
      aspects: allBut('subagent'),
      trust: {
        step: 'reviews the hooks (`/hooks`)',
        ignoredWithout: ['hook', 'events'],
        give: reviewHooks,
      },
    },
  },
  prepare: (scratch, model) =>
    scratch.writeHome(
      '.codex/config.toml',
      [
        'model = "gpt-5"',
        'model_provider = "own"',
        '[model_providers.own]',
        'name = "own"',
        `base_url = "${model}/v1"`,
        'wire_api = "responses"',
        '',
      ].join('\n'),
    ),
  start: (_model, task) => ({ args: ['exec', '--sandbox', 'danger-full-access', task], env: {} }),
  lists: { args: ['mcp', 'list'], says: /^svc +.*mcp start.* enabled /m, starts: false },
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  serverTool: ({ server, tool }) => [{ tool, namespace: `mcp__${server}`, input: {} }],
};
