import { defineModule, handle } from 'svc-registry/kernel';
import { builtInLaunchAgents } from './agents/built-in.js';
import * as agentErrors from './contract/agent-errors.js';
import * as commands from './contract/commands.js';
import * as errors from './contract/errors.js';
import { launchAgentsPoint } from './contract/launch-agents.js';
import * as preparationErrors from './contract/preparation-errors.js';
import { settings } from './contract/settings.js';
import * as skillErrors from './contract/skill-errors.js';
import { findSkill } from './contract/skill-operations.js';

export default defineModule({
  id: 'launch',
  api: '^1.0.0',
  summary: 'Skills that run: in a terminal, or on a worker against a fresh clone',
  requires: [
    'persistence',
    'secrets',
    'jobs',
    'identity',
    'outbound',
    'sandbox',
    'registry',
    'install',
    'project',
  ],
  operations: [
    handle(findSkill, {}),
    handle(commands.launchAgent, {
      run: () => import('./client/launch-agent.js').then((m) => m.LaunchAgentHandler),
      text: () => import('./client/launch-text.js').then((m) => m.sessionText),
    }),
    handle(commands.launchSkill, {
      run: () => import('./client/launch-skill.js').then((m) => m.LaunchSkillHandler),
      text: () => import('./client/launch-text.js').then((m) => m.launchText),
    }),
  ],
  points: [launchAgentsPoint],
  contributes: [...settings, ...builtInLaunchAgents],
  errors: [
    ...Object.values(errors),
    ...Object.values(agentErrors),
    ...Object.values(preparationErrors),
    ...Object.values(skillErrors),
  ],
});
