/** The closed sets of values in findings and capabilities. */

export const confidences = ['low', 'medium', 'high'] as const;
/** How certain a finding is: `high` if the text has no harmless reading, `low` if harmless plugins often contain the same. */
export type Confidence = (typeof confidences)[number];

/** Groups of rules. */
export const categories = [
  'fetch-execute',
  'fake-prerequisite',
  'exfiltration',
  'injection',
  'hidden-text',
  'agent-tampering',
  'persistence',
  'destruction',
  'code-execution',
  'ci',
  'supply-chain',
  'secrets',
  'opaque-content',
  'manifest',
  'toxic-flow',
  'financial',
  'incomplete',
  'operator',
] as const;
export type Category = (typeof categories)[number];

export const capabilityKinds = [
  'host',
  'binary',
  'path',
  'environment',
  'tool',
  'hook',
  'toolServer',
] as const;
/** `host`: a host that is contacted. `binary`: a program that is started. `path`: a file or folder that is written or deleted. `environment`: an environment variable that is read. `tool`: a tool of the agent that a skill declares. */
export type CapabilityKind = (typeof capabilityKinds)[number];
