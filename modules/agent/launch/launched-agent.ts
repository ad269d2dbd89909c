import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import type {
  LaunchAgent,
  LaunchMachine,
  LaunchNeeds,
} from '../../launch/contract/launch-agents.js';
import { findPi } from '../pi/find-pi.js';

/** `svc agent --print --output json`. */
export class LaunchedAgent implements LaunchAgent {
  /** Throws `agent_not_installed` and `agent_version_unfit`. */
  async needs(machine: LaunchMachine): Promise<LaunchNeeds> {
    const { folder, program } = await findPi(machine);
    return { programs: [program], env: { SVC_AGENT_PI: folder } };
  }

  answer(stdout: string): string | undefined {
    const { text } = fieldsOf(parsedJson(stdout));
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  }
}
