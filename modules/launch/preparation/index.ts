/** What prepares a launch and reads its result, for both facets. Import it where it is needed: it is not for start-up. */
export { diskReader, listReader, type BundleEntry } from './bundle-readers.js';
export { fillBody, missingInputs, type InputsRequest, type MissingInput } from './inputs.js';
export { printable, printableWithin } from './printable.js';
export { promptFor, type PromptRequest } from './prompt.js';
export { readResult, type AgentEnd, type AgentExit } from './read-result.js';
export { MOST_RESULT_BYTES } from './reports.js';
export {
  remoteReader,
  resolveSchemas,
  type LaunchSchemas,
  type SchemaSources,
} from './resolve-schemas.js';
export { readResultFile } from './result-file.js';
export { resultProblem, type ResultRules } from './result-problem.js';
export { readSkill, type LaunchSkill } from './skill.js';
