import { describe, expect, it } from '@jest/globals';
import { permissionModes } from '../../contract/modes.js';
import { decide, type Action, type Decision } from './decide.js';

type Row = readonly [ask: Decision, acceptEdits: Decision, auto: Decision, yolo: Decision];

/** What each mode does with each kind of action: without a sandbox, and with one. */
const table: readonly (readonly [Action, Row, Row?])[] = [
  [{ kind: 'read', secret: false }, ['allow', 'allow', 'allow', 'allow']],
  [{ kind: 'read', secret: true }, ['ask', 'ask', 'ask', 'allow']],
  [{ kind: 'write', outside: false }, ['ask', 'allow', 'allow', 'allow']],
  [{ kind: 'write', outside: true }, ['ask', 'ask', 'ask', 'allow']],
  [{ kind: 'command' }, ['ask', 'ask', 'ask', 'allow'], ['ask', 'ask', 'sandbox', 'allow']],
  [{ kind: 'tool', reads: true }, ['allow', 'allow', 'allow', 'allow']],
  [{ kind: 'tool', reads: false }, ['ask', 'ask', 'allow', 'allow']],
  [{ kind: 'remember' }, ['ask', 'allow', 'allow', 'allow']],
];

describe('what a permission mode does', () => {
  it.each(table)('with %j', (action, without, withSandbox = without) => {
    const decided = (sandbox: boolean): readonly Decision[] =>
      permissionModes.map((mode) => decide(mode, action, sandbox));
    expect(decided(false)).toEqual(without);
    expect(decided(true)).toEqual(withSandbox);
  });
});
