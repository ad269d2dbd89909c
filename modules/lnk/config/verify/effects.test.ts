import { describe, expect, it } from '@jest/globals';
import {
  configurationOf,
  soundConfigurationOf,
  type Values,
} from '../../testing/configuration-of.js';
import type { Configuration } from '../resolve/configuration.js';
import { effectNotes } from './effects.js';

const notes = (configuration: Configuration) =>
  effectNotes(configuration).map(({ kind, field }) => `${kind} ${field}`);

describe('notes about effects', () => {
  it.each<readonly [Values, ...string[]]>([
    [{}],
    [{ operator: true }, 'refused operator'],
    [{ operator: false }],
    [{ profile: 'team' }, 'refused profile'],
    [{ telemetry: false }, 'no-effect telemetry'],
    [{ skip_sip: ['bash'] }, 'no-effect skip_sip'],
    [{ sip_binaries: ['bash'] }, 'no-effect sip_binaries'],
    [{ baggage: 'a=b' }, 'no-effect baggage'],
    [{ 'target.path': 'pod/web' }],
    [{ 'target.path': 'targetless' }],
    [{ 'target.path': 'job/x' }, 'refused target.path'],
    [{ 'target.path': { labels: { a: 'b' } } }, 'refused target.path'],
    [{ 'feature.copy_target.enabled': true }, 'refused feature.copy_target.enabled'],
    [{ 'feature.copy_target.enabled': false, 'feature.copy_target.scale_down': true }],
    [{ 'feature.network.incoming.on_concurrent_steal': 'abort' }],
    [
      { 'feature.network.incoming.on_concurrent_steal': 'override' },
      'refused feature.network.incoming.on_concurrent_steal',
    ],
    [{ 'feature.split_queues': new Map() }],
    [
      { 'feature.split_queues': new Map([['q', { queue_type: 'SQS' }]]) },
      'refused feature.split_queues',
    ],
    [{ 'feature.db_branches': [{ type: 'redis', location: 'local' }] }],
    [
      {
        'feature.db_branches': [
          { type: 'redis', location: 'local' },
          { type: 'pg', connection: { url: 'DB' } },
        ],
      },
      'refused feature.db_branches',
    ],
    [{ 'feature.preview': {} }, 'refused feature.preview'],
  ])('says of %j', async (values, ...expected) => {
    expect(notes(await soundConfigurationOf(values))).toEqual(expected);
  });

  it('says nothing of a wrong value', async () => {
    const configuration = await configurationOf({ profile: 7, sip_binaries: ['bash', 7] });
    expect(notes(configuration)).toEqual([]);
  });

  it('gives the reason where there is one', async () => {
    const [note] = effectNotes(await soundConfigurationOf({ telemetry: true }));
    expect(note?.message).toBe('`telemetry` has no effect: nothing is sent in any case.');
  });
});
