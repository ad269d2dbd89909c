import { buildExtension, type Extensions } from 'svc-registry/kernel';
import { agentsPoint } from '../../install/contract/agents.js';
import { ownValue } from '../../../toolbox/own-value.js';
import { agentNotLaunchable } from '../contract/agent-errors.js';
import {
  launchAgentsPoint,
  type LaunchAgent,
  type LaunchAgentFacts,
} from '../contract/launch-agents.js';
import { notLaunchable } from './not-launchable.js';

/** An agent that can be launched. */
export interface ChosenAgent {
  readonly id: string;
  readonly facts: LaunchAgentFacts;
  /** How its answers are read. */
  readonly agent: LaunchAgent;
}

/** The agent of an id. Throws `agent_not_launchable`. */
export async function chosenAgent(id: string, extensions: Extensions): Promise<ChosenAgent> {
  const all = extensions.of(launchAgentsPoint);
  const extension = all.find((each) => each.id === id);
  if (extension !== undefined)
    return { id, facts: extension.data, agent: await buildExtension(extension) };
  const choices = all.filter(({ data }) => data.forTests !== true).map((each) => each.id);
  throw agentNotLaunchable({ agent: id, why: whyNot(id, extensions), choices });
}

function whyNot(id: string, extensions: Extensions): string {
  const known = ownValue(notLaunchable, id);
  if (known !== undefined) return known;
  return extensions.of(agentsPoint).some((each) => each.id === id)
    ? 'svc can install plugins for it, but does not know how it is started'
    : 'svc knows no such agent';
}
