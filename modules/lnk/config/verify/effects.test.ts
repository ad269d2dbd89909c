import { describe, expect, it } from '@jest/globals';
import type { Effect, Field } from '../fields/field.js';
import { configurationOf } from '../../testing/configuration-of.js';
import { effectNotes } from './effects.js';

const field = (path: string, effect?: Effect, fallback?: unknown): Field => ({
  path,
  shape: { type: 'absent' },
  doc: 'A field.',
  ...(effect === undefined ? {} : { effect }),
  ...(fallback === undefined ? {} : { fallback }),
});

const FIELDS: readonly Field[] = [
  field('target.path'),
  field('operator'),
  field('profile', 'refused'),
  field('telemetry', 'none', true),
  field('skip_sip', 'none', ['git']),
  field('other', 'none'),
  field('baggage', 'operator'),
  field('feature.copy_target.enabled', 'refused', false),
  field('feature.copy_target.scale_down', 'refused', false),
  field('feature.network.incoming.on_concurrent_steal', 'refused', 'abort'),
  field('feature.split_queues', 'refused'),
  field('feature.db_branches', 'refused'),
  field('feature.preview', 'refused'),
];

const notes = (values: Readonly<Record<string, unknown>>, broken: readonly string[] = []) =>
  effectNotes(configurationOf(values, { fields: FIELDS, broken })).map(
    ({ kind, field: path }) => `${kind} ${path}`,
  );

describe('notes about effects', () => {
  it.each<readonly [Readonly<Record<string, unknown>>, ...string[]]>([
    [{}],
    [{ operator: true }, 'refused operator'],
    [{ operator: false }],
    [{ profile: 'team' }, 'refused profile'],
    [{ telemetry: false }, 'no-effect telemetry'],
    [{ skip_sip: ['bash'] }, 'no-effect skip_sip'],
    [{ other: 1 }, 'no-effect other'],
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
    [{ 'feature.split_queues': new Map([['q', {}]]) }, 'refused feature.split_queues'],
    [{ 'feature.db_branches': [{ type: 'redis', location: 'local' }] }],
    [
      { 'feature.db_branches': [{ type: 'redis', location: 'local' }, { type: 'pg' }] },
      'refused feature.db_branches',
    ],
    [{ 'feature.preview': {} }, 'refused feature.preview'],
  ])('says of %j', (values, ...expected) => {
    expect(notes(values)).toEqual(expected);
  });

  it('says nothing of a wrong value', () => {
    expect(notes({ profile: 7 }, ['profile'])).toEqual([]);
  });

  it('gives the reason where there is one', () => {
    const [note] = effectNotes(configurationOf({ telemetry: true }, { fields: FIELDS }));
    expect(note?.message).toBe('`telemetry` has no effect: nothing is sent in any case.');
  });
});
