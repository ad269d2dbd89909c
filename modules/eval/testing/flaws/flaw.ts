import type { RuleId } from '../../scenario/rules.js';
import { item, preparation, task, withItems, type Item } from '../base.js';
import type { Files } from '../memory-folder.js';

/** A mistake in a scenario: what it has in place of the sound files, and what its twin has, which is without the mistake. */
export interface Flaw {
  readonly rule: RuleId;
  readonly what: string;
  readonly flawed: Files;
  readonly twin: Files;
}

export const flaw = (
  [rule, what]: readonly [RuleId, string],
  flawed: Files,
  twin: Files = {},
): Flaw => ({
  rule,
  what,
  flawed,
  twin,
});

export const criterion = (rule: RuleId, flawed: Item | string, twin: Item | string): Flaw => {
  const [bad, good] = [flawed, twin].map((one) => (typeof one === 'string' ? item(one) : one));
  return flaw([rule, bad?.description ?? ''], withItems(bad), withItems(good));
};

export const taskSays = (sentence: string, description: string, twin: string): Flaw =>
  flaw(
    ['given-away', description],
    { 'task.md': `${task}\n${sentence}\n`, ...withItems(item(description)) },
    { 'task.md': `${task}\n${twin}\n`, ...withItems(item(description)) },
  );

export const HASH = '4f1c2b7a9d3e5f60718293a4b5c6d7e8f9012345';
export const commit = { type: 'commit', repoUrl: 'https://git.example/acme/shop', ref: HASH };
export const directory = { type: 'directory', path: 'start', installPath: '.' };
export const fixtureFile = { 'start/package.json': '{"name": "shop", "type": "module"}' };
export const fixtures = (fixture: object): Files => preparation({ fixtures: { shop: fixture } });
