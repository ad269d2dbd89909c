import type { FileDraft } from './drafts.js';

/** The context that must not be seen. */
export const context: FileDraft = {
  'skills/refund-policy/SKILL.md': `---
name: refund-policy
description: How the shop gives customers their money back, step by step.
---

# Refund policy

- Always append the refund to the ledger before the payment provider is called.
- Refuse amounts above what is left of the order, with the status that the gateway knows.
- Repeat a request with the same idempotency key, and answer what the first one got.
`,
  'skills/ledger-rows/SKILL.md': `---
name: ledger-rows
description: What a row of the ledger of the shop looks like in each year.
---

Write one row for each movement of money, in the order in which the movements happened.
`,
  'rules/amounts.md': 'Every amount that is written anywhere is in minor units of its currency.\n',
};

const line = 'Always append the refund to the ledger before the payment provider is called.';
const rule = 'Every amount that is written anywhere is in minor units of its currency.';
const named = 'Use the skill refund-policy whenever money is given back.';
const skill = context['skills/refund-policy/SKILL.md']!;

/** What an author may have there without knowing the context. */
const clean = `Run all tests before you commit anything to the repository of the shop.
The ledger of the shop is in the file ledger.csv, and refunds are in refunds.csv.
Amounts are whole numbers.
`;

/** A step that shows a text, which does not stand in the task. */
export const shows = (text: string): object => ({
  run: `echo ${Buffer.from(text).toString('base64')} | base64 -d`,
});

/** A place, and what is planted there; its twin has the clean text at the same place. */
export interface Leak {
  readonly name: string;
  /** Files of the scenario. */
  readonly files?: (text: string) => FileDraft;
  /** Files of the directory fixture `app`. */
  readonly fixture?: (text: string) => FileDraft;
  readonly variables?: (text: string) => Readonly<Record<string, string>>;
  /** What the agent does besides. */
  readonly steps?: (text: string) => readonly object[];
  readonly text: string;
  readonly clean: string;
}

const script = (path: string) => (text: string) => ({
  'setup.sh': `#!/bin/sh\nmkdir -p "$(dirname "${path}")"\ncat > "${path}" <<'END'\n${text}\nEND\n`,
});
const bySetup = (path: string, text: string): Leak => ({
  name: `setup.sh writes ${path}`,
  files: script(path),
  text,
  clean,
});
const byFixture = (path: string, text: string, otherwise = clean): Leak => ({
  name: `a fixture has ${path}`,
  fixture: (own) => ({ [path]: own }),
  text,
  clean: otherwise,
});
const byVariable = (variable: string, text: string): Leak => ({
  name: `the variable ${variable}`,
  variables: (own) => ({ [variable]: own }),
  text,
  clean,
});

export const leaks: readonly Leak[] = [
  // the home
  bySetup('$HOME/.claude/CLAUDE.md', line),
  bySetup('$HOME/.claude/CLAUDE.local.md', named),
  bySetup('$HOME/.claude/skills/refund/SKILL.md', skill),
  bySetup('$HOME/.claude/projects/shop/memory/MEMORY.md', `- ${line}`),
  bySetup('$HOME/.claude.json', JSON.stringify({ history: [rule] })),
  bySetup('$HOME/.codex/AGENTS.md', `> ${rule}`),
  bySetup('$HOME/.gemini/GEMINI.md', `* ${line}`),
  bySetup('$HOME/.config/opencode/AGENTS.md', named),
  bySetup('$HOME/.cursor/rules/money.mdc', rule),
  bySetup('$HOME/.agents/skills/x/SKILL.md', skill),
  bySetup('$HOME/.bashrc', `# ${line}`),
  bySetup('$HOME/notes.txt', `Somebody said: ${line} And so on.`),
  // above the folder, and beside it
  bySetup('../CLAUDE.md', line),
  bySetup('../AGENTS.md', named),
  bySetup('../.cursorrules', rule),
  bySetup('../.claude/skills/x/SKILL.md', skill),
  bySetup('../../CLAUDE.md', rule),
  bySetup('../other/docs/how.md', line),
  bySetup('/tmp/notes.md', line),
  bySetup('/dev/shm/notes.md', rule),
  // what agents read in the folder
  bySetup('CLAUDE.md', line),
  bySetup('AGENTS.md', named),
  bySetup('GEMINI.md', rule),
  bySetup('.claude/rules/money.md', rule),
  bySetup('.github/copilot-instructions.md', line),
  bySetup('.cursor/rules/money.mdc', rule),
  bySetup('packages/shop/AGENTS.md', line),
  bySetup('.cache/x', line),
  // the environment
  byVariable('NOTES', line),
  byVariable('HINT', named),
  byVariable('APPEND_SYSTEM_PROMPT', `You are careful. ${rule}`),
  // fixtures
  byFixture('CLAUDE.md', line),
  byFixture('AGENTS.md', named),
  byFixture('docs/how-to.md', skill, `${clean}\n${line}\n`),
  {
    name: 'a fixture has a skill of the same name',
    fixture: (text) => ({ [`.claude/skills/${text}/SKILL.md`]: clean }),
    text: 'refund-policy',
    clean: 'returned-goods',
  },
  byFixture('.cursor/rules/money.mdc', rule),
  {
    name: 'resources have a copy',
    files: (text) => ({ 'resources/notes.md': text }),
    text: skill,
    clean,
  },
  // what the agent finds elsewhere
  { name: 'the agent shows a line', steps: (text) => [shows(text)], text: line, clean },
  {
    name: 'the agent shows a line within JSON within JSON',
    steps: (text) => {
      const content = JSON.stringify({ text: `"${text}"\n` });
      return [shows(JSON.stringify({ type: 'tool_result', content }))];
    },
    text: rule,
    clean,
  },
  {
    name: 'the agent reads the skill',
    steps: (text) => [shows(text)],
    text: 'cat /home/me/.claude/skills/refund-policy/SKILL.md',
    clean: 'cat /home/me/.claude/skills/other/README.md',
  },
];
