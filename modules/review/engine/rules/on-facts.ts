import type { Check } from '../rule.js';
import { agentTampering } from './agent-tampering/index.js';
import { codeExecution } from './code-execution/index.js';
import { tellingCode } from './code-execution/texts.js';
import { destruction } from './destruction/index.js';
import { exfiltration } from './exfiltration/index.js';
import { fakePrerequisite } from './fake-prerequisite/index.js';
import { fetchExecute } from './fetch-execute/index.js';
import { financial } from './financial/index.js';
import { persistence } from './persistence/index.js';
import { toxicFlows } from './toxic-flow/index.js';

/** The rules on what programs do, in all languages. */
export const checksOnFacts: readonly Check[] = [
  fetchExecute,
  fakePrerequisite,
  exfiltration,
  agentTampering,
  persistence,
  destruction,
  codeExecution,
  tellingCode,
  financial,
  toxicFlows,
];
