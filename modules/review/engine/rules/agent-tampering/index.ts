/** Changes of what agents are told, allowed and connected to. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { FactOf } from '../../facts.js';
import type { Check, Draft, RuleText, Subject } from '../../rule.js';
import { isHostile } from '../../tables/hosts.js';
import { agentFileAt, type AgentFile } from '../../tables/paths.js';
import { AGENT_MEMORY, secretAt } from '../../tables/secrets.js';
import {
  addressesIn,
  factsOf,
  flowsOf,
  signsOf,
  raised,
  weighedByTrigger,
  worstBy,
} from '../flows.js';
import { changeIn, type Change } from './contents.js';
import { agentRuns } from './agent-runs.js';
import { isPurpose } from './purpose.js';
import * as texts from './rule-texts.js';

export const agentTampering: Check = {
  rules: Object.values(texts),
  check(subject) {
    const written = factsOf(subject, 'write').flatMap((fact) => changed(fact, subject));
    const fetched = factsOf(subject, 'request').flatMap((fact) => saved(fact, subject));
    const removed = factsOf(subject, 'delete').flatMap(deleted);
    const found = [
      ...written,
      ...fetched,
      ...removed,
      ...agentRuns(subject),
      ...installLinks(subject),
    ];
    return worstBy(found, ({ at }) => JSON.stringify([at.unit.file, at.unit.decoded, at.line]));
  },
};

function changed(fact: FactOf<'write'>, subject: Subject): Draft[] {
  const file = agentFileAt(fact.path.text);
  if (file === undefined) return [];
  const change = changeIn(fact.content.text);
  const { rule, severity } = judged(file, change);
  const signs = signsOf(fact, flowsOf(subject));
  const expected = isPurpose(subject, fact.path.text);
  const harmless = signs === 0 && severity === 'MEDIUM' && (expected || file === 'skills');
  return [
    {
      rule,
      at: fact.at,
      confidence: severity === 'MEDIUM' ? 'low' : 'high',
      severity: harmless ? 'LOW' : weighedByTrigger(raised(severity, signs), fact),
      detail: `The file is ${fact.path.text}.`,
    },
  ];
}

/** A file that comes from the network as a whole. */
function saved({ at, url, saves }: FactOf<'request'>, subject: Subject): Draft[] {
  if (saves === undefined) return [];
  const content = { text: '', dynamic: true };
  const sources = [{ kind: 'network', url, at } as const];
  return changed({ kind: 'write', at, path: saves, append: false, content, sources }, subject);
}

const byFile: Record<AgentFile, RuleText> = {
  instructions: texts.instructionsChanged,
  memory: texts.instructionsChanged,
  skills: texts.instructionsChanged,
  settings: texts.settingsChanged,
  tasks: texts.settingsChanged,
  servers: texts.serverAdded,
};

function judged(
  file: AgentFile,
  change: Change,
): { readonly rule: RuleText; readonly severity: Severity } {
  const told = file === 'instructions' || file === 'memory' || file === 'skills';
  if (told)
    return { rule: byFile[file], severity: change.orders || change.unguarded ? 'HIGH' : 'MEDIUM' };
  if (change.modelAddress) return { rule: texts.modelRedirected, severity: 'HIGH' };
  if (change.unguarded) return { rule: texts.guardsOff, severity: 'HIGH' };
  return { rule: change.servers ? texts.serverAdded : byFile[file], severity: 'MEDIUM' };
}

function deleted(fact: FactOf<'delete'>): Draft[] {
  const { text } = fact.path;
  const own = agentFileAt(text) !== undefined || FOLDER.test(text);
  if (!own && secretAt(text)?.name !== AGENT_MEMORY) return [];
  const severity = weighedByTrigger('MEDIUM', fact);
  return [{ rule: texts.filesRemoved, at: fact.at, confidence: 'low', severity }];
}

const FOLDER = /\.(claude|codex|cursor|gemini)\/?$/;

const INSTALL =
  /^(cursor|vscode|vscode-insiders|windsurf|claude|claude-code|goose|lmstudio|raycast|kiro|trae|codex|zed):.*(mcp|extension|install|plugin|prompt|command)|^https?:\/\/(cursor\.com|insiders\.vscode\.dev|vscode\.dev)\/\S*(install|redirect\S*mcp)/i;

/** Links that install a tool server, or put words into the prompt, with one click. */
function installLinks(subject: Subject): Draft[] {
  return subject.links
    .filter(({ url }) => INSTALL.test(url))
    .map(({ at, url }) => {
      const hostile = addressesIn(unescaped(url)).some(isHostile);
      return {
        rule: texts.serverAdded,
        at,
        confidence: 'medium',
        severity: hostile ? 'HIGH' : 'MEDIUM',
      };
    });
}

const unescaped = (text: string): string => text.replace(/%3A/gi, ':').replace(/%2F/gi, '/');
