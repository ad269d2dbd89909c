import { requirePort } from '../../addresses/require-port.js';
import type { Configuration } from '../../config/resolve/configuration.js';
import type { Decision } from '../decision.js';
import { decisionOf, firstRules, type RuleFinder } from '../first-rules.js';
import { httpFilterRules } from './http-filter-rules.js';
import {
  INCOMING,
  type IncomingQuestion,
  type IncomingRule,
  type IncomingVerdict,
} from './incoming-question.js';
import { portMapping } from './port-mapping.js';
import { modeRule, PORT_RULES } from './port-rules.js';
import { readRequest } from './request.js';

export interface IncomingDecision extends Decision<IncomingVerdict> {
  /** The port that the process asks for; `null` when none belongs to the port of the target. */
  readonly localPort: number | null;
}

const FINDERS: readonly RuleFinder<IncomingQuestion, IncomingRule>[] = [
  ...PORT_RULES,
  httpFilterRules,
  modeRule,
];

/** Verdicts for traffic that the process may get. */
const RECEIVED: readonly IncomingVerdict[] = ['stolen', 'mirrored', 'depends'];

/**
 * What happens with traffic that reaches a port of the target. `headers` are those of an HTTP request, as `Name: value`, with its path and
 * method as `:path` and `:method`. Throws `invalid_input` for a port that does not exist and for what is no header.
 */
export async function decideIncoming(
  configuration: Configuration,
  port: number,
  headers: readonly string[],
): Promise<IncomingDecision> {
  requirePort(port);
  const request = readRequest(headers);
  const mapping = portMapping(configuration, port);
  const rules = await firstRules(FINDERS, { configuration, port, mapping, request });
  const [{ verdict }] = rules;
  if (verdict === 'not_received') return { ...decisionOf(rules), localPort: null };
  const notes = [
    ...mapping.notes,
    ...(RECEIVED.includes(verdict) ? receivedNotes(configuration) : []),
  ];
  return { ...decisionOf(rules, notes), localPort: mapping.localPort };
}

function receivedNotes(configuration: Configuration): readonly string[] {
  const notes: string[] = [];
  if (configuration.value(`${INCOMING}.ignore_localhost`) === true)
    notes.push(
      `A port that the process opens on a loopback address only stays local (\`${INCOMING}.ignore_localhost\`).`,
    );
  if (configuration.value('target.path') === undefined)
    notes.push('No target is set. Without one nothing is received.');
  return notes;
}
