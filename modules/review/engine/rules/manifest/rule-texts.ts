import type { RuleText } from '../../rule.js';

const common = { category: 'manifest', owasp: 'AST04' } as const;

export const toolServer: RuleText = {
  ...common,
  id: 'manifest/tool-server',
  code: 'W016',
  owasp: 'AST03',
  severity: 'LOW',
  title: 'The plugin connects a tool server',
  reasoning:
    'The server runs, or answers, whenever the agent works, and the agent believes what it says.',
  fix: 'Say in the documentation what the server is for and who runs it.',
};

export const serverSecret: RuleText = {
  ...common,
  id: 'manifest/tool-server-secret',
  code: 'W007',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'A tool server receives a secret that is not for it',
  reasoning:
    "The secret belongs to another service than the server's, whose owner can use it from then on.",
  fix: 'Use a separate secret for the server.',
};

export const riskyEnvironment: RuleText = {
  ...common,
  id: 'manifest/risky-environment',
  code: 'W019',
  owasp: 'AST01',
  severity: 'HIGH',
  title: 'A setting redirects the agent, or makes programs load other code',
  reasoning:
    'Variables of this kind change what every program does that is started with them: whose code it loads, whom it trusts or where it sends its requests.',
  fix: 'Remove the variable.',
};

export const hook: RuleText = {
  ...common,
  id: 'manifest/hook',
  code: 'W016',
  owasp: 'AST03',
  severity: 'LOW',
  title: 'A hook runs a command without being asked',
  reasoning: 'Hooks run at each event, outside of what the agent shows and asks for.',
  fix: 'Say in the documentation what the hook does and when.',
};

export const networkHook: RuleText = {
  ...common,
  id: 'manifest/network-hook',
  code: 'W016',
  owasp: 'AST01',
  severity: 'MEDIUM',
  title: 'A hook contacts another computer',
  reasoning: 'The request is made at each event, so that its receiver follows what people do.',
  fix: 'Do without the request, or make it when people ask for it.',
};

export const allTools: RuleText = {
  ...common,
  id: 'manifest/all-tools',
  code: 'W016',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'The skill may use every tool without asking',
  reasoning:
    'The agent does what the skill, or a text that the skill reads, tells it to do, and the user is not asked.',
  fix: 'Name the tools and the commands that the skill needs.',
};

export const approvalOff: RuleText = {
  ...common,
  id: 'manifest/approval-off',
  code: 'W019',
  owasp: 'AST03',
  severity: 'HIGH',
  title: 'A setting lets the agent act without asking',
  reasoning:
    'People who open the project are no longer asked before commands run or servers start.',
  fix: 'Leave the decision to the people who run the agent.',
};

export const undeclared: RuleText = {
  ...common,
  id: 'manifest/undeclared-capability',
  code: 'W016',
  owasp: 'AST03',
  severity: 'MEDIUM',
  title: 'The skill does more than its declared tools allow',
  reasoning: 'The tools that the skill declares cannot do what its text and programs do.',
  fix: 'Declare the tools that are needed, or remove what needs them.',
};

export const contradicted: RuleText = {
  ...common,
  id: 'manifest/contradicted-description',
  code: 'W016',
  severity: 'MEDIUM',
  title: 'The skill does what its description denies',
  reasoning: 'People decide by the description whether to install the skill.',
  fix: 'Describe what the skill does, or remove what contradicts the description.',
};

export const everything: RuleText = {
  ...common,
  id: 'manifest/triggers-on-everything',
  code: 'W016',
  severity: 'MEDIUM',
  title: 'The description claims every request for itself',
  reasoning:
    'The description is what agents choose skills by. One that claims everything takes the place of skills that people trust.',
  fix: 'Describe when the skill is needed, and when it is not.',
};

export const stuffed: RuleText = {
  ...common,
  id: 'manifest/keyword-stuffing',
  code: 'W016',
  severity: 'LOW',
  title: 'The description is a heap of search words',
  reasoning:
    'Words without sentences make agents choose the skill for requests it has nothing to do with.',
  fix: 'Describe in sentences what the skill does and when it is needed.',
};

export const impersonation: RuleText = {
  ...common,
  id: 'manifest/impersonation',
  code: 'W016',
  severity: 'MEDIUM',
  title: 'The plugin claims to come from, or to be approved by, somebody else',
  reasoning: 'Nothing confirms the claim, and people trust the plugin because of it.',
  fix: 'Name the real author, and say what the plugin works with rather than whose it is.',
};

export const missingSkill: RuleText = {
  ...common,
  id: 'manifest/missing-skill-file',
  code: 'W014',
  owasp: 'AST09',
  severity: 'LOW',
  title: 'A folder of skills lacks its SKILL.md',
  reasoning:
    'Agents do not see the folder as a skill, and people do not see what its files are for.',
  fix: 'Add SKILL.md, or move the files to the skill that uses them.',
};
