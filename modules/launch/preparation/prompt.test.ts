import { expect, it } from '@jest/globals';
import { promptFor } from './prompt.js';

const request = {
  skill: 'greet',
  body: '\nGreet ann.\n',
  skillFolder: '/work/.svc/skills/greet',
  resultFile: '/work/result.json',
};

it('has the skill, its folder and how the result is reported', () => {
  const prompt = promptFor(request);
  expect(prompt).toContain('# Skill\n\nGreet ann.\n\n# Result');
  expect(prompt).toContain(request.skillFolder);
  expect(prompt).toContain(request.resultFile);
  expect(prompt).toContain('```json');
  for (const word of ['succeeded', 'no_action', 'failed']) expect(prompt).toContain(`"${word}"`);
  for (const word of ['needs_input', 'output', 'Further']) expect(prompt).not.toContain(word);
});

it('has what the launcher adds, the schema of the output, and questions where they can be answered', () => {
  const outputSchema = { type: 'object', required: ['count'] };
  const prompt = promptFor({
    ...request,
    instructions: ' Be brief. ',
    outputSchema,
    turns: [{ summary: 'Read it.', answers: [{ question: 'Which colour?', answer: 'Red.' }] }],
  });
  expect(prompt).toContain('# Further instructions\n\nBe brief.\n');
  expect(prompt).toContain(JSON.stringify(outputSchema, undefined, 2));
  expect(prompt).toContain('"output": {…}');
  expect(prompt).toContain('needs_input');
  expect(prompt).toContain(
    '# Turn 1: what you asked\n\nRead it.\n\nQuestion: Which colour?\n\nAnswer: Red.\n\n# Result',
  );
});
