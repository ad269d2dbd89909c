import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../document/read-document.js';
import type { DocumentNode } from '../document/node.js';
import type { Shape } from '../fields/shape.js';
import { BROKEN, ShapeReader, type Findings } from './read-shape.js';

const TEXT: Shape = { type: 'text' };
const QUEUE: Shape = {
  type: 'tagged',
  tag: 'queue_type',
  variants: { SQS: { type: 'object', members: { name: { shape: TEXT, doc: 'Its name.' } } } },
};

async function read(shape: Shape, text: string): Promise<{ value: unknown; messages: string[] }> {
  const { root } = await readDocument(`{"it": ${text}}`, 'json');
  const found: Findings = { mistakes: [], texts: [] };
  const node = root?.kind === 'object' ? root.members[0]?.value : undefined;
  const value = new ShapeReader(found).read(shape, node as DocumentNode, ['it']);
  return { value, messages: found.mistakes.map(({ message }) => message) };
}

describe('null', () => {
  it('is absent as a value', async () => {
    expect(await read(TEXT, 'null')).toEqual({ value: undefined, messages: [] });
  });

  it.each<[string, Shape]>([
    ['[null]', { type: 'list', of: TEXT }],
    ['[null]', { type: 'tuple', of: [TEXT] }],
    ['{"A": null}', { type: 'map', of: TEXT }],
  ])('is no entry: %s', async (text, shape) => {
    expect(await read(shape, text)).toEqual({
      value: BROKEN,
      messages: ['This must be a text, not null.'],
    });
  });

  it('is no tag', async () => {
    const { value, messages } = await read(QUEUE, '{"queue_type": null}');
    expect(value).toBe(BROKEN);
    expect(messages).toEqual(['The field queue_type is missing.']);
  });
});

describe('what is passed on unchecked', () => {
  const anything: Shape = { type: 'any', says: 'an object of Kubernetes' };

  it('is an object with anything in it', async () => {
    const { value } = await read(anything, '{"limits": {"cpu": 1, "x": [null]}}');
    expect(value).toEqual({ limits: { cpu: 1, x: [null] } });
  });

  it.each(['"1Gi"', '[]', '5', 'true'])('is not %s', async (text) => {
    const { value, messages } = await read(anything, text);
    expect(value).toBe(BROKEN);
    expect(messages).toEqual([expect.stringContaining('This must be an object of Kubernetes')]);
  });
});

describe('texts', () => {
  it('are asked for in quotes, in the words of the file', async () => {
    const { root } = await readDocument('it: 1.10', 'yaml');
    const found: Findings = { mistakes: [], texts: [] };
    const node = root?.kind === 'object' ? root.members[0]?.value : undefined;
    new ShapeReader(found).read(TEXT, node as DocumentNode, ['it']);
    expect(found.mistakes).toMatchObject([{ hint: 'Put it in quotes.' }]);
  });

  it('are shortened in messages', async () => {
    const long = JSON.stringify('x'.repeat(10_000));
    for (const shape of [
      { type: 'choice', values: ['read'] },
      { type: 'object', members: {} },
    ] as const) {
      const { messages } = await read(shape, shape.type === 'choice' ? long : `{${long}: 1}`);
      expect(String(messages[0]).length).toBeLessThan(200);
    }
  });
});

describe('hints', () => {
  const PAIRS: Shape = {
    type: 'list',
    of: { type: 'list', of: { type: 'integer', min: 1, max: 9 } },
  };
  const MODE: Shape = { type: 'choice', values: ['mirror', 'steal', 'off'] };
  const HEADER: Shape = { type: 'text' };
  const INCOMING = ['feature', 'network', 'incoming'];

  it.each<[string, Shape, string, string]>([
    ['port_mapping', PAIRS, '{"80": 8080}', 'Write pairs of ports in a list'],
    ['mode', MODE, 'true', 'may be the value of `incoming`'],
    ['mode', MODE, '"intercept"', 'Write `"steal"`.'],
    ['mode', MODE, '"steel"', 'Did you mean steal?'],
    ['http_filter.header_filter', HEADER, '["a"]', 'several stand in `any_of`'],
    ['http_filter.header_filter', HEADER, '5', 'Put it in quotes.'],
  ])('for %s, %#', async (...[name, shape, text, hint]) => {
    const { root } = await readDocument(`{"it": ${text}}`, 'json');
    const found: Findings = { mistakes: [], texts: [] };
    const node = root?.kind === 'object' ? root.members[0]?.value : undefined;
    new ShapeReader(found).read(shape, node as DocumentNode, [...INCOMING, ...name.split('.')]);
    expect(found.mistakes).toMatchObject([{ hint: expect.stringContaining(hint) as unknown }]);
  });
});
