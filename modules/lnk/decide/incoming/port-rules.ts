import { fieldRule, unlessOff } from '../rules.js';
import {
  INCOMING,
  receivedVerdict,
  type IncomingQuestion,
  type IncomingRule,
} from './incoming-question.js';

const MODE = `${INCOMING}.mode`;
const IGNORED = `${INCOMING}.ignore_ports`;
const PORTS = `${INCOMING}.ports`;

type Finder = (question: IncomingQuestion) => IncomingRule | undefined;

const off: Finder = ({ configuration }) =>
  configuration.value(MODE) === 'off'
    ? fieldRule(configuration, [MODE], {
        verdict: 'local',
        reason: 'is not received, as no traffic is',
      })
    : undefined;

const targetless: Finder = ({ configuration }) =>
  configuration.value('target.path') === 'targetless'
    ? fieldRule(configuration, ['target.path'], {
        verdict: 'local',
        reason: 'has no target at which it could arrive',
      })
    : undefined;

const taken: Finder = ({ configuration, port, mapping: { takenBy } }) =>
  takenBy === undefined
    ? undefined
    : fieldRule(configuration, takenBy.part, {
        verdict: 'not_received',
        reason: `has no local port, as ${port} here belongs to ${takenBy.remotePort} of the target`,
        notes: [
          `Port ${port} here answers for port ${takenBy.remotePort} of the target, so nobody listens for port ${port} of the target. A pair of \`port_mapping\` is \`[remote, local]\`.`,
        ],
      });

const ignored: Finder = ({ configuration, mapping: { localPort } }) => {
  const index = ((configuration.value(IGNORED) ?? []) as readonly number[]).indexOf(localPort);
  return index < 0
    ? undefined
    : fieldRule(configuration, [IGNORED, index], {
        verdict: 'local',
        reason: `belongs to the local port ${localPort}, which is ignored`,
      });
};

const notListed: Finder = ({ configuration, port }) => {
  const ports = configuration.value(PORTS) as readonly number[] | undefined;
  return ports === undefined || ports.includes(port)
    ? undefined
    : fieldRule(configuration, [PORTS], {
        verdict: 'local',
        reason: `has port ${port}, which is not in the list`,
      });
};

/** Ports that nothing is received for, the strongest rule first. */
export const PORT_RULES: readonly Finder[] = [off, targetless, taken, ignored, notListed];

/** What happens with everything else. */
export function modeRule({ configuration }: IncomingQuestion): IncomingRule {
  const verdict = receivedVerdict(configuration);
  const reason = verdict === 'stolen' ? 'is taken from the target' : 'is copied';
  return unlessOff(configuration, { field: MODE, off: 'off' }, { verdict, reason });
}
