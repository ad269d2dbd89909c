import { describe, expect, it } from '@jest/globals';
import { JsonAnswer } from './json-answer.js';

const line = (event: object): string => JSON.stringify(event);
const usage = (n: number): object => ({
  input: n,
  output: n,
  cacheRead: 0,
  cacheWrite: 1,
  cost: { total: 0.5 },
});
const answered = (text: string, more: object = {}): string =>
  line({
    type: 'message_end',
    message: {
      role: 'assistant',
      provider: 'p',
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text },
      ],
      usage: usage(2),
      stopReason: 'stop',
      ...more,
    },
  });

function read(lines: readonly string[], keeps = true): JsonAnswer {
  const answer = new JsonAnswer(keeps);
  for (const each of lines) answer.read(each);
  return answer;
}

describe("pi's stream of events", () => {
  const session = line({ type: 'session', id: 'abc' });

  it('comes to the last answer and the sum of its tokens', () => {
    const user = line({ type: 'message_end', message: { role: 'user', content: 'x' } });
    const all = [session, user, answered('one'), 'no JSON', '7', answered('two')];
    expect(read(all).ended(0, '')).toEqual({
      exitCode: 0,
      sessionId: 'abc',
      model: 'p/m',
      text: 'two',
      error: null,
      usage: { input: 4, output: 4, cacheRead: 0, cacheWrite: 2, cost: 1 },
    });
    expect(read(all, false).ended(0, '').sessionId).toBeNull();
  });

  it.each([
    [[answered('', { stopReason: 'error', errorMessage: '429 slow' })], 0, '', 1, '429 slow'],
    [[answered('cut', { stopReason: 'aborted' })], 143, '', 143, 'aborted'],
    [[], 1, 'No such model\n', 1, 'No such model'],
    [[], 0, '', 1, 'The agent ended without an answer.'],
    [[answered('said')], 1, 'then it broke', 1, 'then it broke'],
    [
      [
        line({
          type: 'message_end',
          message: { role: 'assistant', content: 7, usage: 'x', stopReason: 'error' },
        }),
      ],
      0,
      '',
      1,
      'error',
    ],
  ])('that failed says why: %j', (...row) => {
    const [lines, code, said, exitCode, error] = row;
    expect(read(lines).ended(code, said)).toMatchObject({ exitCode, error, text: null });
  });
});
