import { describe, expect, it } from '@jest/globals';
import { ExitCode } from 'svc-registry/kernel';
import type { OperationManifest } from '../../kernel/index.js';
import { exitOfOutput } from './exit-of-output.js';

const exits = [
  { field: 'code', as: 'exitCode' },
  { field: 'state', is: ['failed', 'cancelled'], exit: ExitCode.gate },
  { field: 'missing', exit: ExitCode.notFound },
  { field: 'result.state', is: ['failed'], exit: ExitCode.invalid },
] as const;
const command = { cli: { name: 'try', exits } } as unknown as OperationManifest;

describe('the exit code of a command that has answered', () => {
  it.each([
    [{ state: 'completed', missing: [], code: null }, 0],
    [{ state: 'cancelled', missing: [] }, ExitCode.gate],
    [{ state: 'completed', missing: ['a'] }, ExitCode.notFound],
    [{ state: 'failed', missing: ['a'] }, ExitCode.gate],
    [{ state: 'failed', code: 0 }, 0],
    [{ code: 255 }, 255],
    [{ state: 'completed', result: { state: 'failed' } }, ExitCode.invalid],
    [{ state: 'completed', result: { state: 'fine' } }, 0],
    [{ state: 'completed', result: null }, 0],
  ])('%j: %d', (output, code) => {
    expect(exitOfOutput(command, output)).toBe(code);
  });

  it('is 0 without a rule', () => {
    expect(exitOfOutput({} as OperationManifest, undefined)).toBe(0);
  });

  it.each([-1, 256, 1.5, '3'])('is not made up from %j', (code) => {
    expect(() => exitOfOutput(command, { code })).toThrow('"code" of the output must be');
  });
});
