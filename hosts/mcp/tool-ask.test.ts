import { describe, expect, it } from '@jest/globals';
import { toolAsk } from './tool-ask.js';

const fields = new Map([
  ['workspace', 'workspace'],
  ['ruleText', 'ruleDescription'],
  ['force', 'force'],
]);
const client = {
  asksPeople: () => false,
  confirm: () => Promise.reject(new Error('nobody is there')),
};
const ask = toolAsk({ fields }, client, new AbortController().signal);
const options = [{ value: 'acme' }, { value: 'other' }];

describe('a question that a tool has', () => {
  it('names the parameter that answers it, and what to choose from', async () => {
    await expect(
      ask.select({ message: 'Which workspace?', flag: '--workspace', options }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The parameter `workspace` is missing: Which workspace?',
      hint: 'Call the tool again with `workspace` (one of acme, other).',
      issues: [{ field: 'workspace' }],
    });
    await expect(
      ask.text({ message: 'What does it say?', flag: '--rule-description' }),
    ).rejects.toMatchObject({
      hint: 'Call the tool again with `ruleText`.',
    });
  });

  it('is for a person where no parameter answers it, and where it is a decision', async () => {
    const person = {
      code: 'usage',
      hint: expect.stringMatching(/^Have a person run [^-]*$/) as unknown,
    };
    await expect(
      ask.selectMany({ message: 'Which agents?', flag: '--agent <id>, or --yes', options }),
    ).rejects.toMatchObject(person);
    await expect(ask.confirm({ message: 'Overwrite it?', flag: '--force' })).rejects.toMatchObject(
      person,
    );
  });
});
