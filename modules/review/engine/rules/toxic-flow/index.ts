/** Programs that combine capabilities which are harmless only apart. */
import type { Fact, FactOf } from '../../facts.js';
import type { Check, Draft, RuleText } from '../../rule.js';
import type { Unit } from '../../unit.js';
import { destinationOf } from '../../tables/hosts.js';
import { secretAt, secretCommand } from '../../tables/secrets.js';
import { argumentsOf } from '../commands.js';

const toxicFlow: RuleText = {
  id: 'toxic-flow/content-secrets-sink',
  category: 'toxic-flow',
  code: 'W015',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'Reads strangers’ text and private data, and can publish',
  reasoning:
    'Text from strangers can hold orders for the agent. Together with private data and a way out, one page is enough to steal it.',
  fix: 'Split the program, so that what reads strangers’ text has neither the data nor the way out.',
};

/** Each program once, at its way out. */
export const toxicFlows: Check = {
  rules: [toxicFlow],
  check({ facts }) {
    const programs = new Map<string | Unit, Fact[]>();
    for (const fact of facts) {
      const key = isProgram(fact) ? fact.at.unit.file : fact.at.unit;
      const own = programs.get(key);
      if (own === undefined) programs.set(key, [fact]);
      else own.push(fact);
    }
    return [...programs.values()].flatMap(joined);
  },
};

function joined(facts: readonly Fact[]): Draft[] {
  const sink = facts.find(publishes);
  if (sink === undefined || !facts.some(fetches) || !facts.some(isPrivate)) return [];
  return [{ rule: toxicFlow, at: sink.at, confidence: 'low' }];
}

/** The sections of a document show what one may do, each for itself. */
const isProgram = ({ at }: Fact): boolean =>
  at.unit.role === 'script' || at.unit.trigger !== undefined;

const isRequest = (fact: Fact): fact is FactOf<'request'> =>
  fact.kind === 'request' && destinationOf(fact.url).kind !== 'local';

const fetches = (fact: Fact): boolean => isRequest(fact) && fact.sends.length === 0 && !fact.shows;

/** What is sent besides the credential and the arguments of the program. */
const publishes = (fact: Fact): boolean =>
  isRequest(fact) && fact.sends.some(({ kind }) => kind !== 'input' && kind !== 'environment');

/** Files of the user outside the project, and secrets. */
function isPrivate(fact: Fact): boolean {
  if (fact.kind === 'run') return secretCommand(fact.name, argumentsOf(fact)) !== undefined;
  if (fact.kind !== 'read') return false;
  const { text } = fact.path;
  return secretAt(text)?.common === false || (OUTSIDE.test(text) && !SYSTEM.test(text));
}

const OUTSIDE = /^(\/|~|\$HOME|\$\{HOME\}|[a-z]:\\)/i;
const SYSTEM = /^\/(tmp|var\/tmp|dev|proc|sys|usr|etc|opt|bin|lib|run)\b/;
