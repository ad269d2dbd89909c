import type { AgentFacts } from '../agents.js';
import { cline } from './cline.js';
import { droid } from './droid.js';
import { opencode } from './opencode.js';
import { qwenCode } from './qwen-code.js';

/** The facts of agents beside those that the specification names; these come first wherever agents are listed. */
export const furtherAgents = {
  opencode,
  'qwen-code': qwenCode,
  droid,
  cline,
} as const satisfies Readonly<Record<string, AgentFacts>>;
