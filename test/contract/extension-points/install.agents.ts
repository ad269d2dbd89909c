import { contribute } from 'svc-registry/kernel';
import { agentsPoint, type AgentBehaviour } from 'svc-registry/install';

export class AsksForNothing implements AgentBehaviour {
  trust() {
    return Promise.resolve([]);
  }
}

const nothing = { rules: null, toolServers: null, hooks: null };

export const contribution = contribute(
  agentsPoint,
  'my-agent',
  {
    display: 'My Agent',
    observed: '1.0',
    traces: ['.my-agent'],
    userTraces: ['.my-agent'],
    project: { ...nothing, skills: '.my-agent/skills' },
    user: { ...nothing, skills: '.my-agent/skills' },
    hooks: null,
  },
  () => Promise.resolve(AsksForNothing),
);
