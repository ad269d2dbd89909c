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
  /** Whether a person can be asked and the skill then goes on: in the turns of a task. */
  readonly needsInput: boolean;
}

/** The prompt of a launch: the skill, what the launcher adds, and how the agent reports its result. */
export function promptFor(request: PromptRequest): string {
  const { skill, body, skillFolder, instructions = '' } = request;
  const parts = [
    `Carry out the skill "${skill}". Work in the current folder. The files that the skill mentions are in ${skillFolder}; paths in the skill are relative to that folder. Nobody can answer questions while you work.`,
    `# Skill\n\n${body.trim()}`,
    ...(instructions.trim() === '' ? [] : [`# Further instructions\n\n${instructions.trim()}`]),
    `# Result\n\n${resultPart(request)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function resultPart({ resultFile, outputSchema, needsInput }: PromptRequest): string {
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
