import type { Check } from '../rule.js';
import { manifestChecks } from './manifest/manifest.js';
import { workflowCheck } from './ci/workflows.js';
import { supplyChainChecks } from './supply-chain/supply-chain.js';
import { proseCheck } from './prose/index.js';
import { secretsCheck } from './secrets/secrets.js';
import { checksOnFacts } from './on-facts.js';
import { opaqueContent } from './opaque/opaque.js';
import { unicodeCheck } from './unicode/unicode.js';

/** Every rule of the product. */
export const builtInChecks: readonly Check[] = [
  ...manifestChecks,
  workflowCheck,
  ...supplyChainChecks,
  secretsCheck,
  proseCheck,
  opaqueContent,
  unicodeCheck,
  ...checksOnFacts,
];
