import { describe, expect, it } from '@jest/globals';
import type { HeadlessEnd } from '../../../launch/contract/worker-agents.js';
import { agentFailureOf } from './agent-end.js';
import { ends, Transcript } from './transcript.js';

const ended = (more: Partial<HeadlessEnd> = {}, code = 1): HeadlessEnd => ({
  exit: { code, signal: null },
  sandboxEnded: false,
  answer: undefined,
  stdout: '',
  stderr: '',
  ...more,
});
const result = (fields: object) => `${JSON.stringify({ type: 'result', ...fields })}\n`;

describe('the end of an agent', () => {
  it.each([
    ['infra', { stderr: 'Error: 429 Too Many Requests' }],
    ['infra', { stderr: 'API Error (status 503)' }],
    ['infra', { stderr: 'invalid x-api-key: authentication_error' }],
    ['infra', { stderr: 'TypeError: fetch failed' }],
    ['infra', { stdout: result({ is_error: true, result: 'API Error: 529 overloaded_error' }) }],
    ['infra', { sandboxEnded: true }],
    ['refused', { stdout: result({ is_error: true, stop_reason: 'refusal' }) }],
    ['refused', { stderr: 'The response was filtered by the content management policy.' }],
  ])('is of the class %s: %j', (failureClass, more) => {
    expect(() => agentFailureOf(ended(more))).toThrow(
      expect.objectContaining({ failureClass, repeatable: true }),
    );
  });

  it.each([
    [{ stderr: 'TypeError: x is not a function' }, 'It ended with exit code 1.'],
    [{ exit: { code: null, signal: 'SIGSEGV' } }, 'It ended with SIGSEGV.'],
    [
      { exit: { code: null, signal: 'SIGKILL', limit: 'memory' as const } },
      'It was ended: it exceeded the limit of memory.',
    ],
    // what its tools have printed is not what it says itself
    [{ stdout: '{"type":"tool_result","text":"HTTP status 503"}\n' }, 'It ended with exit code 1.'],
  ])('is its own failure: %j', (more, said) => {
    expect(agentFailureOf(ended(more))).toBe(said);
  });

  it('is not reported after a success, whatever the agent has written', () => {
    expect(agentFailureOf(ended({ stderr: 'retrying after 429 error' }, 0))).toBe(null);
    expect(agentFailureOf(ended({ stdout: result({ is_error: false }) }, 0))).toBe(null);
  });
});

describe('a transcript', () => {
  const MB = 1024 * 1024;

  it('is masked, and keeps the beginning and the end of a flood', () => {
    const transcript = new Transcript();
    transcript.add(Buffer.from('begin '));
    for (let at = 0; at < 12; at += 1) transcript.add(Buffer.alloc(MB, 'x'));
    transcript.add(Buffer.from(' end secret'));
    const text = transcript.text((each) => each.replaceAll('secret', '***'));
    expect(text.length).toBeLessThan(5 * MB);
    expect([text.slice(0, 7), text.slice(-9)]).toEqual(['begin x', 'x end ***'.slice(-9)]);
    expect(ends(text).length).toBeLessThan(257 * 1024);
  });

  it('is whole if it is short', () => {
    const transcript = new Transcript();
    for (const part of ['a', 'b']) transcript.add(Buffer.from(part));
    expect(transcript.text((text) => text)).toBe('ab');
  });
});
