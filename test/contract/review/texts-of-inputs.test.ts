import { expect, it } from '@jest/globals';
import { readInput } from '../../../kernel/invoke/input.js';
import { ClearInput } from '../../../modules/registry/contract/moderation-commands.js';
import { StartReviewInput } from '../../../modules/review/contract/inputs.js';

it('the reason of a clearance cannot write to terminals', async () => {
  const clear = (reason: string) => readInput(ClearInput, { version: 'acme/a@1.0.0', reason });
  await expect(clear('Ours')).resolves.toMatchObject({ reason: 'Ours' });
  for (const reason of ['a\u001b[31m', 'a\nb', 'a\u202eb'])
    await expect(clear(reason)).rejects.toMatchObject({ issues: [{ field: 'reason' }] });
});

it('an empty label has one mistake', async () => {
  const empty = readInput(StartReviewInput, { workspace: 'acme', label: '' });
  await expect(empty).rejects.toMatchObject({
    issues: [{ message: expect.not.stringContaining('control characters') }],
  });
});
