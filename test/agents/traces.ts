import type { ServerTool } from './rows/row.js';

/** What the plugin of these checks leaves wherever an agent takes it up: see `plugin/`. */
export const SKILL_TRACE = 'Brews a pot of tea by the recipe of the house';
export const COMMAND_TRACE = 'Pours the tea for every guest';
export const COMMAND_TEXT = 'Fill each cup to the brim.';
export const SUBAGENT_TRACE = 'Tastes every pot of tea before it is served';
export const RULE_TRACE = 'Every amount of tea is written in grams.';
export const BLOCK_REASON = 'The kitchen forbids this file.';
/** A file that a shell command may write, and one that the hook forbids. */
export const ALLOWED_FILE = 'allowed.txt';
export const FORBIDDEN_FILE = 'forbidden.txt';
export const FORBIDDEN_COMMAND = `echo bad > ${FORBIDDEN_FILE}`;
/** In this file of the project the hook notes each command that it is asked about. */
export const HOOK_LOG = 'guard.log';
/** Here the other hooks note each event, and they tell the model what `heard` gives. */
export const EVENT_LOG = 'events.log';
export const heard = (event: string): string => `The kitchen heard ${event}.`;
/** Our reference to the rules, in the files that agents read. */
export const RULES_FILE = '.svc/RULES.md';
/** What a person has exported as `SVC_TOKEN` before starting the agent; `SVC_URL` is the server that waits for it. */
export const TOKEN = 'svc-agents-check';
/** A tool of a server, with a word that stands in its answer alone. */
export interface ServerToolTrace extends ServerTool {
  readonly trace: string;
}

/** The plugin's own server. */
export const KETTLE: ServerToolTrace = {
  server: 'kettle',
  tool: 'boil',
  trace: 'The water boils.',
};
/** A tool of our own server and one of the plugin's. */
export const SERVER_TOOLS: readonly ServerToolTrace[] = [
  { server: 'svc', tool: 'status', trace: 'upToDate' },
  KETTLE,
];
/** The same where svc is not installed: the server in its place has one tool. */
export const SERVER_TOOLS_WITHOUT_SVC: readonly ServerToolTrace[] = [
  { server: 'svc', tool: 'how_to_get_svc', trace: 'svc is not installed on this machine' },
  KETTLE,
];
