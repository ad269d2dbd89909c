import { describe, expect, it } from '@jest/globals';
import type { ScalarNode } from '../document/node.js';
import { formMistakeAt, KEY_MISTAKES, mistakeAt, valueMistakeAt } from './common-mistakes.js';
import { FORM_MISTAKES } from './mistakes/forms.js';

describe('keys that people write often', () => {
  it.each([
    ['namespace', 'It belongs elsewhere: write `target.namespace`.'],
    ['fs', 'It belongs elsewhere: write `feature.fs`.'],
    ['env', 'It belongs elsewhere: write `feature.env`.'],
    ['incoming', 'It belongs elsewhere: write `feature.network.incoming`.'],
    ['steal', 'Write `"steal"` as `feature.network.incoming`.'],
    ['targets', 'Write `target`.'],
    ['target.path.namespace', 'It stands beside `path`, not in it: write `target.namespace`.'],
    ['target.path.statefulset', 'Write `stateful_set`.'],
    ['target.name', 'Kind and name are one text: write `"path": "deployment/web"`.'],
    ['feature.network.incoming.port', 'Write `ports`.'],
    ['feature.network.incoming.PORT', 'Write `ports`.'],
    [
      'feature.network.incoming.http_header_filter',
      'It belongs elsewhere: write `feature.network.incoming.http_filter.header_filter`.',
    ],
    [
      'feature.network.incoming.httpHeaderFilter',
      'It belongs elsewhere: write `feature.network.incoming.http_filter.header_filter`.',
    ],
    [
      'feature.network.http_filter',
      'It belongs elsewhere: write `feature.network.incoming.http_filter`.',
    ],
    ['feature.fs.readonly', 'Write `read_only`.'],
    ['pause', 'Remove it: a target runs on during a session.'],
    ['agent.network_interface', 'Remove it: the agent finds the interfaces of the target.'],
    ['feature.env.vars', 'Write `override`.'],
    [
      'feature.network.outgoing.local',
      'Write `"filter": {"local": […]}` or `"filter": {"remote": […]}`.',
    ],
  ])('%s', (path, hint) => {
    expect(mistakeAt(path.split('.'))).toBe(hint);
  });

  it('knows entries of lists and keys of the user', () => {
    const http = ['feature', 'network', 'incoming', 'http_filter', 'all_of', 1];
    expect(mistakeAt([...http, 'header_filter'])).toBe('Write `header` here.');
    expect(mistakeAt(['feature', 'split_queues', 'my.queue', 'type'])).toBe('Write `queue_type`.');
    expect(mistakeAt(['feature', 'split_queues', 0, 'type'])).toBe('Write `queue_type`.');
  });

  it('knows other spellings of the keys that exist', () => {
    const path = ['feature', 'network', 'incoming'];
    const allowed = ['port_mapping', 'ports'];
    expect(mistakeAt([...path, 'portMapping'], allowed)).toBe('Write `port_mapping`.');
    expect(mistakeAt([...path, 'port-mapping'], allowed)).toBe('Write `port_mapping`.');
    expect(mistakeAt([...path, 'Ports'], allowed)).toBe('Write `ports`.');
    expect(mistakeAt([...path, 'portMapping'])).toBeUndefined();
  });

  it.each([
    [[]],
    [[0]],
    [['constructor']],
    [['__proto__', 'toString']],
    [['feature', 'fs', 'valueOf']],
    [['unknown']],
    [['x'.repeat(10_000)]],
  ])('knows nothing of %j', (path) => {
    expect(mistakeAt(path)).toBeUndefined();
    expect(formMistakeAt(path, 'list')).toBeUndefined();
  });

  it('says what to write in full sentences', () => {
    const hints = Object.entries(KEY_MISTAKES).flatMap(([section, keys]) =>
      Object.keys(keys).map((key) => mistakeAt([...section.split('.').filter(Boolean), key])),
    );
    for (const hint of [...hints, ...Object.values(FORM_MISTAKES).map((form) => form.hint)])
      expect(hint).toMatch(/^[A-Z].*\.$/);
  });

  it('knows keys in the spelling in which it looks them up', () => {
    for (const keys of Object.values(KEY_MISTAKES))
      for (const key of Object.keys(keys)) expect(key).toMatch(/^([a-z_0-9$]+|\/\/|#)$/);
  });
});

describe('values of the wrong kind that people write often', () => {
  it.each([
    [['feature', 'network', 'outgoing', 'filter'], 'list', '{"local": […]}'],
    [['feature', 'network', 'incoming', 'port_mapping'], 'object', '[[80, 8080]]'],
    [['feature', 'network', 'incoming', 'port_mapping', 0], 'number', '[[80, 8080]]'],
    [['feature', 'network', 'incoming', 'mode'], 'boolean', '`"steal"`'],
    [['agent', 'image_pull_secrets', 1], 'string', '{"name": "…"}'],
  ] as const)('%j as %s', (path, kind, hint) => {
    expect(formMistakeAt(path, kind)).toContain(hint);
    expect(formMistakeAt(path, 'null')).toBeUndefined();
  });
});

describe('words that people write often for one of a choice', () => {
  const text = (value: string): ScalarNode => ({ kind: 'string', value, from: 0, to: 0 });

  it.each([
    [['feature', 'db_branches', 0, 'type'], 'postgres', 'Write `"pg"`.'],
    [['feature', 'db_branches', 3, 'type'], 'MongoDB', undefined],
    [['feature', 'split_queues', 'my.queue', 'queue_type'], 'RabbitMQ', 'Write `"RMQ"`.'],
    [['feature', 'fs'], 'remote', 'Write `"read"`.'],
    [['feature', 'fs'], 'constructor', undefined],
    [['feature', 'env'], 'remote', undefined],
  ])('%j as %s', (path, value, hint) => {
    expect(valueMistakeAt(path, text(value))).toBe(hint);
  });
});
