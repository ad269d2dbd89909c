/** A step of a path: the name of what is clicked, or what is typed into the search and sent. */
export type Step = string | { readonly search: string };

/** What somebody who has never seen the site wants to know. */
export interface Question {
  readonly asks: string;
  /** From the front page. */
  readonly path: readonly Step[];
  /** What the last page says. */
  readonly answer: RegExp;
}

/** The most steps of a path. */
export const MOST_STEPS = 3;

export const QUESTIONS: readonly Question[] = [
  {
    asks: 'Is it safe?',
    path: [{ search: 'open' }, 'dev/open', 'Security'],
    answer: /Pass\s+Findings\s+Nothing was found/,
  },
  {
    asks: 'What does it run?',
    path: [{ search: 'starter' }, 'dev/starter', 'It starts 1 tool server on your machine.'],
    answer: /What it runs on your machine[^]*brew --strong/,
  },
  {
    asks: 'What changed since mine?',
    path: [{ search: 'large' }, 'dev/large', 'What changed'],
    answer: /Changes from 1\.0\.0 to 1\.1\.0/,
  },
  {
    asks: 'How do I get it into Codex?',
    path: [
      'dev/open',
      'For one agent: the command, and what it leaves out',
      'Codex takes all of it',
    ],
    answer: /svc install dev\/open --agent codex/,
  },
  {
    asks: 'Why is it hidden?',
    path: [
      'Version 1.0.0 of dev/blocked is hidden: moderation has blocked it.',
      'Show what was found',
    ],
    answer: /Sends secrets to another host[^]*How to fix it/,
  },
  {
    asks: 'Who may publish?',
    path: ['dev', 'Members'],
    answer: /carol@example\.com\s+publisher[^]*publisher\s+also publishes plugins/,
  },
  {
    asks: 'Which policy stops me?',
    path: ['dev', 'Policy'],
    answer: /Days that a version must have been published\s+4\s+workspace/,
  },
  {
    asks: 'What did this key do?',
    path: ['dev', 'API keys', 'What it did: filler'],
    answer: /filler\s*API key\s+Create\s+Issue 12/,
  },
  {
    asks: 'What is left of the credits?',
    path: ['organization dev', 'Plan and credits'],
    answer: /[\d,]+ of 5,000 credits are left this month/,
  },
  {
    asks: 'What runs tonight?',
    path: ['Schedules'],
    answer: /Within 24 hours[^]*Nightly review/,
  },
];
