import type { AnsweredTurn } from '../contract/launches.js';
import type { Fields } from '../../../toolbox/type-guards.js';

/** What an agent is asked to do. */
export interface PromptRequest {
  /** Name of the skill. */
  readonly skill: string;
  /** Its instructions, with the inputs filled in. */
  readonly body: string;
  /** Where the agent finds the skill's other files. */
  readonly skillFolder: string;
  /** What the launcher adds. */
  readonly instructions?: string | undefined;
  /** Path of the file that the agent writes its result to. */
  readonly resultFile: string;
  readonly outputSchema?: Fields | undefined;
  /** The earlier turns of a task, in which a person can be asked and the skill then goes on; left out for other launches. */
  readonly turns?: readonly AnsweredTurn[] | undefined;
}

/** The prompt of a launch: the skill, what the launcher adds, and how the agent reports its result. */
export function promptFor(request: PromptRequest): string {
  const { skill, body, skillFolder, instructions = '', turns } = request;
  const parts = [
    `Carry out the skill "${skill}". Work in the current folder. The files that the skill mentions are in ${skillFolder}; paths in the skill are relative to that folder. Nobody can answer questions while you work.${turns === undefined ? '' : ' If you cannot go on without an answer, end with the result "needs_input": you are then started anew, with the answer and a fresh clone of the repository.'}`,
    `# Skill\n\n${body.trim()}`,
    ...(instructions.trim() === '' ? [] : [`# Further instructions\n\n${instructions.trim()}`]),
    ...(turns ?? []).map(turnPart),
    `# Result\n\n${resultPart(request)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What an earlier turn asked. The answers are a person's, who launched the skill or may launch it. */
function turnPart({ summary, answers }: AnsweredTurn, index: number): string {
  const pairs = answers.map(({ question, answer }) => `Question: ${question}\n\nAnswer: ${answer}`);
  return [`# Turn ${index + 1}: what you asked`, summary, ...pairs].join('\n\n');
}

function resultPart({ resultFile, outputSchema, turns }: PromptRequest): string {
  const needsInput = turns !== undefined;
  const output = outputSchema === undefined ? '' : ', "output": {…}';
  const forms = [
    `- {"status": "succeeded", "summary": "…"${output}}: the skill was carried out.`,
    '- {"status": "no_action", "summary": "…"}: there was nothing to do.',
    ...(needsInput
      ? [
          '- {"status": "needs_input", "summary": "…", "questions": ["…"]}: you cannot go on without an answer of a person.',
        ]
      : []),
    `- {"status": "failed", "summary": "…", "reason": "…"}: it was not carried out${needsInput ? '' : '; also when you would have to ask a question, which then is the reason'}.`,
  ];
  const rules =
    outputSchema === undefined
      ? 'Add no other fields.'
      : `Add no other fields. "output" is required for "succeeded" and follows this JSON Schema:\n\n\`\`\`json\n${JSON.stringify(outputSchema, undefined, 2)}\n\`\`\``;
  return [
    `When you are done, write your result to the file ${resultFile}: exactly one JSON object and nothing else. If you cannot write that file, end your last message with the object in one \`\`\`json block. The object has one of these forms; "summary" says in a few sentences what you did:`,
    forms.join('\n'),
    rules,
  ].join('\n\n');
}
