// The plugin of these checks as a module of OpenCode: it adds the parts to the configuration, and its hook throws.
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

export const Kitchen = async ({ directory }) => ({
  config: async (config) => {
    config.skills = { paths: [...(config.skills?.paths ?? []), join(HERE, 'skills')] };
    config.command = {
      ...config.command,
      'pour-tea': {
        description: 'Pours the tea for every guest',
        template: 'Fill each cup to the brim.',
      },
    };
    config.agent = {
      ...config.agent,
      brewer: {
        description: 'Tastes every pot of tea before it is served.',
        mode: 'subagent',
        prompt: 'Say how the tea tastes.',
      },
    };
    config.mcp = {
      ...config.mcp,
      kettle: { type: 'local', command: ['node', join(HERE, 'servers/kettle.mjs')], enabled: true },
    };
  },
  'tool.execute.before': async ({ tool }, { args }) => {
    if (tool !== 'bash') return;
    appendFileSync(join(directory, 'guard.log'), `${args.command}\n`);
    if (args.command.includes('forbidden.txt')) throw new Error('The kitchen forbids this file.');
  },
});
