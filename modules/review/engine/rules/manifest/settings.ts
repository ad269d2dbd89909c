import { entriesOf, nodesBelow, textsOf, type DataEntry } from '../../data-node.js';
import type { Draft, ParsedFile } from '../../rule.js';
import { destinationOf } from '../../tables/hosts.js';
import { spanAt, type Unit } from '../../unit.js';
import { approvalOff, riskyEnvironment } from './rule-texts.js';

/** Settings of agents and editors that change what may happen without a question. */
export function settingsDrafts({ unit, value }: ParsedFile): readonly Draft[] {
  return [...nodesBelow(value)].flatMap((node) =>
    entriesOf(node).flatMap((entry) => [
      ...environmentDrafts(unit, entry),
      ...approvalDrafts(unit, entry),
    ]),
  );
}

const ENVIRONMENT = /^(?:env|environment|environmentVariables|set|containerEnv|remoteEnv)$/;

function environmentDrafts(unit: Unit, { key, value }: DataEntry): readonly Draft[] {
  if (!ENVIRONMENT.test(key)) return [];
  return entriesOf(value)
    .filter((one) => isRisky(one.key, textsOf(one.value)[0] ?? ''))
    .map((one) => ({
      rule: riskyEnvironment,
      at: spanAt(unit, one.from, one.value.to),
      confidence: 'high' as const,
      detail: `The variable is "${one.key}".`,
    }));
}

const LOADS =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|BASH_ENV|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|PROMPT_COMMAND)$/;
const BASE =
  /^(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|CLAUDE|AZURE_OPENAI|MISTRAL|GROQ|COHERE|LLM)\w*_(?:BASE_URL|API_BASE|ENDPOINT|API_URL|BASE_URI)$/;
const PROXY = /^(?:https?|all)_proxy$/i;

/** Whether a variable makes programs load code, trust everybody or talk to somebody else. */
function isRisky(name: string, value: string): boolean {
  if (LOADS.test(name)) return value !== '';
  if (name === 'NODE_OPTIONS') return /--(?:require|import|loader)|(?:^|\s)-r\s/.test(value);
  if (name === 'NODE_TLS_REJECT_UNAUTHORIZED') return value === '0';
  return (BASE.test(name) || PROXY.test(name)) && isElsewhere(value);
}

function isElsewhere(value: string): boolean {
  const to = destinationOf({ text: value, dynamic: value.includes('$') });
  return !['vendor', 'local', 'placeholder', 'computed', 'installer'].includes(to.kind);
}

const TRUE = /^(?:true|all|always|yolo|never|on|\*)$/i;
/** Keys that switch questions off, and what they must hold for it. */
const SWITCHES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:dangerously\w*|bypassPermissions|yolo(?:Mode)?|skip_?permissions?\w*)$/i, TRUE],
  [
    /^(?:chat\.tools\.(?:global\.)?autoApprove|autoApprove(?:All)?|auto_approve|alwaysAllow|trust_all|autoAcceptEdits|(?:[\w.]*\.)?trusted(?:Commands|Tools))$/,
    /^(?:true|all|\*)$/i,
  ],
  [/^enableAllProjectMcpServers$|^skipDangerousModePermissionPrompt$/, TRUE],
  [/^defaultMode$|^permission_?mode$/i, /^bypassPermissions$|^dontAsk$|^yolo$/],
  [/^approval_policy$/, /^never$/],
  [/^sandbox_mode$/, /^danger-full-access$/],
  [/^security\.workspace\.trust\.enabled$/, /^false$/],
];

function approvalDrafts(unit: Unit, { key, from, value }: DataEntry): readonly Draft[] {
  const held = textsOf(value);
  const [, wanted] = SWITCHES.find(([name]) => name.test(key)) ?? [];
  if (wanted === undefined || !held.some((text) => wanted.test(text))) return [];
  const at = spanAt(unit, from, value.to);
  return [{ rule: approvalOff, at, confidence: 'high', detail: `The setting is "${key}".` }];
}
