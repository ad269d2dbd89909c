import type { Rubric } from '../../../contract/reviewers.js';

/** Whether the skill helps an agent that has picked it. */
export const content: Rubric = {
  evaluation_target: 'content',
  scale: { min: 1, max: 5 },
  scope:
    'The body of SKILL.md and the files of the bundle that it leads to. The front matter is judged elsewhere and counts for nothing here.',
  scoring_notes: [
    'The reader is a capable model that knows the common tools of its trade. What it knows anyway is ballast; what only this team, product or task knows is worth its lines.',
    'Judge the bundle as a whole: details that stand in a linked file are not missing. Files that were left out for their length count as present and are not judged.',
    'A short text for a simple task may have full marks for workflow_clarity and progressive_disclosure: under 50 lines there is nothing to split and little to order.',
    'Facts that will be wrong soon (dates, "the new version", prices) cost conciseness.',
    'Destructive work, or the same work on many objects, without a step that checks the result: at most 3 for workflow_clarity, however simple the skill is.',
  ],
  dimensions: [
    {
      id: 'conciseness',
      name: 'Conciseness',
      weight: 0.3,
      question: 'Does every part earn the space that it takes in the context of an agent?',
      rationale: 'The text is read each time the skill is used, and displaces something else.',
      scores: {
        1: 'Mostly common knowledge, repetition or praise; the useful lines are hard to find.',
        2: 'About half could go: what a library is, why tests matter, the same rule in three sections.',
        3: 'Useful on the whole, with some sections that explain the familiar or say things twice.',
        4: 'Tight, with a sentence here and there that could go.',
        5: 'Nothing could go without a loss: only what the agent would not know or would do otherwise.',
      },
    },
    {
      id: 'actionability',
      name: 'Actionability',
      weight: 0.3,
      question: 'Can an agent act on it without inventing the missing part?',
      rationale: 'A description of an action is not an instruction for it.',
      scores: {
        1: 'General advice only: "follow good practice", "handle errors well".',
        2: 'Says what to do, hardly how; no command, code or example that could be used.',
        3: 'Some commands or examples, but with gaps: undefined placeholders, fragments that do not run, options without values.',
        4: 'Nearly all of it can be carried out as it stands; a detail has to be found elsewhere.',
        5: 'Complete commands, code or templates with real values, or exact rules where there is nothing to run; input and expected result are known.',
      },
    },
    {
      id: 'workflow_clarity',
      name: 'Workflow',
      weight: 0.25,
      question: 'Is it clear what to do in which order, and how to notice that a step went wrong?',
      rationale: 'Work of several steps fails between the steps.',
      scores: {
        1: 'No order can be made out, or the parts contradict each other.',
        2: 'Steps are mentioned, their order or their conditions are not.',
        3: 'A clear order without any check, or checks without a word on what to do when they fail.',
        4: 'A clear order with checks at the risky steps; a branch or a way back is missing.',
        5: 'Ordered steps, decisions with their conditions, checks after what can go wrong and the way back. Or a single step that is beyond doubt.',
      },
    },
    {
      id: 'progressive_disclosure',
      name: 'Progressive disclosure',
      weight: 0.15,
      question: 'Is what is always needed in SKILL.md, and the rest where it is read on demand?',
      rationale: 'An agent pays for what it loads, and misses what it is not pointed to.',
      scores: {
        1: 'One long text of everything, or files that nothing leads to.',
        2: 'Some structure, but long details stand inline or behind links through several files.',
        3: 'Sections are usable; some of it belongs into files of its own, or links do not say what is behind them.',
        4: 'A good overview with files beside it; one link is vague or one section too long.',
        5: 'A short overview; details one link away, each with a word on when to read it. Or so short that it needs no second file.',
      },
    },
  ],
};
