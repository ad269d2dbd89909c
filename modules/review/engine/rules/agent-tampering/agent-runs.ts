/** Commands that start or set up coding agents. */
import type { FactOf } from '../../facts.js';
import type { Draft, RuleText, Subject } from '../../rule.js';
import { destinationOf, isHostile, isTrusted } from '../../tables/hosts.js';
import { agentFileAt, type AgentFile } from '../../tables/paths.js';
import { argumentsOf, programOf } from '../commands.js';
import { factsOf, weighedByTrigger } from '../flows.js';
import { changeIn, isModelAddress } from './contents.js';
import {
  guardsOff,
  instructionsChanged,
  modelRedirected,
  serverAdded,
  unguardedRun,
} from './rule-texts.js';

const AGENT =
  /^(claude|codex|gemini|cursor|cursor-agent|aider|opencode|goose|qwen|copilot|gh|amp|crush|droid|q|kiro|kiro-cli|windsurf|cline|openclaw|clawdbot|moltbot|iflow|auggie|code|code-insiders|npx|bunx|pnpm|uvx)$/;

const ROWS: readonly (readonly [rule: RuleText, args: RegExp])[] = [
  [
    unguardedRun,
    /--(dangerously-[\w-]+|yolo|allow-all(-tools|-paths)?|trust-all-tools|yes-always|full-auto|skip-permissions-unsafe|permission-mode[ =]bypassPermissions|approval-mode[ =]yolo|disable-workspace-trust|enable-proposed-api)\b|(-a|--ask-for-approval)[ =]never|--sandbox[ =]danger-full-access/,
  ],
  [guardsOff, /^config (set|add) .*(permission|allow|approv|trust|sandbox|hooks|autoUpdates)/i],
  [
    serverAdded,
    /\bmcp add(-json|-from-[\w-]+)?\b|--add-mcp\b|--install-extension\b|\bplugin (install|marketplace add)\b|\bextensions? install\b|@smithery\/cli\S* install|\bskills? add\b|add-skill\b/,
  ],
];

export function agentRuns(subject: Subject): Draft[] {
  const runs = factsOf(subject, 'run');
  return [
    ...runs.flatMap(started),
    ...runs.flatMap(redirected),
    ...runs.filter(edits).map(unguarded),
    ...runs.filter(unpacks).map(unpacked),
  ];
}

function started(fact: FactOf<'run'>): Draft[] {
  if (!AGENT.test(fact.name.slice(fact.name.lastIndexOf('/') + 1))) return [];
  const line = fact.args.map(({ text }) => text).join(' ');
  const row = ROWS.find(([, pattern]) => pattern.test(line));
  if (row === undefined) return [];
  const [rule] = row;
  const away =
    rule === serverAdded &&
    fact.args.some((arg) => /:\/\//.test(arg.text) && isHostile(destinationOf(arg)));
  const severity = away ? 'HIGH' : rule === guardsOff ? 'HIGH' : 'MEDIUM';
  return [{ rule, at: fact.at, confidence: 'medium', severity: weighedByTrigger(severity, fact) }];
}

/** `export NAME=address`, `setx`, `launchctl setenv`, and variables before a command. */
function redirected(fact: FactOf<'run'>): Draft[] {
  const pairs = fact.args.map(({ text }) => /^(?:-\w+ )?(\w+)=(.*)$/s.exec(text));
  const [first, second] = fact.args
    .map(({ text }) => text)
    .slice(fact.name === 'launchctl' ? 1 : 0);
  const named: readonly (readonly [string, string])[] = [
    ...pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? ''] as const])),
    ...(/^(setx|launchctl|set)$/i.test(fact.name) ? [[first ?? '', second ?? ''] as const] : []),
  ];
  const away = named.filter(([name, value]) => isModelAddress(name) && /[.:]/.test(value));
  return away.flatMap(([, value]) => {
    const to = destinationOf({ text: value, dynamic: value.includes('$') });
    if (isTrusted(to) || to.kind === 'computed' || to.kind === 'placeholder') return [];
    return [
      {
        rule: modelRedirected,
        at: fact.at,
        confidence: 'medium' as const,
        severity: weighedByTrigger('HIGH', fact),
      },
    ];
  });
}

/** Programs such as `jq` that are given the settings and what takes the questions away. */
const edits = (fact: FactOf<'run'>): boolean =>
  EDITORS.test(programOf(fact.name)) &&
  fact.args.some(({ text }) => isSettings(agentFileAt(text))) &&
  changeIn(argumentsOf(fact)).unguarded;

const EDITORS = /^(jq|yq|sed|perl|tee|dasel|node|python3?|gron|jaq|awk|ex|ed|patch)$/;
const isSettings = (file: AgentFile | undefined): boolean =>
  file === 'settings' || file === 'servers' || file === 'tasks';

function unguarded(fact: FactOf<'run'>): Draft {
  const severity = weighedByTrigger('HIGH', fact);
  return { rule: guardsOff, at: fact.at, confidence: 'high', severity };
}

/** Archives whose contents become skills, rules or settings. */
const unpacks = (fact: FactOf<'run'>): boolean =>
  /^(unzip|tar|bsdtar|7z)$/.test(programOf(fact.name)) &&
  fact.args.some(({ text }) => agentFileAt(`${text}/`) !== undefined);

function unpacked(fact: FactOf<'run'>): Draft {
  const severity = weighedByTrigger('MEDIUM', fact);
  return { rule: instructionsChanged, at: fact.at, confidence: 'medium', severity };
}
