import { describe, expect, it } from '@jest/globals';
import { fillBody, missingInputs } from './inputs.js';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', enum: ['eu', 'us'], description: 'Where\u001b it runs' },
    count: { type: 'integer', minimum: 1, default: 3 },
    dry: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['region', 'count'],
};
const body = 'Run {{count}} in {{region}} ({{note}}) for {{user}}.';

const issuesOf = async (inputs: Readonly<Record<string, string>>, given: object = schema) => {
  const error: unknown = await fillBody({ schema: { ...given }, body, inputs }).catch(
    (reason: unknown) => reason,
  );
  if (typeof error === 'string') return error;
  const { code, issues } = error as { code: string; issues: { field: string; message: string }[] };
  return [code, ...issues.map(({ field, message }) => `${field}: ${message}`)];
};

it('fills the body; what may be left out is empty, defaults count', async () => {
  expect(await issuesOf({ region: 'eu', user: 'ann' })).toBe('Run 3 in eu () for ann.');
});

it('takes texts for numbers and booleans where the schema asks for these, and passes them on as they are', async () => {
  const inputs = { region: 'eu', user: 'ann', count: '010', dry: 'true' };
  expect(await issuesOf(inputs)).toBe(
    'Run 010 in eu () for ann.\n\n## Inputs\n\n{\n  "dry": "true"\n}\n',
  );
});

describe('refuses, naming the slot and the field,', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'what is missing',
      {},
      [
        'inputs.region: The input "region" is missing.',
        'inputs.user: The input "user" is missing.',
      ],
    ],
    [
      'another value',
      { region: 'mars', user: 'ann' },
      ['inputs.region: The input "region" must be one of "eu", "us".'],
    ],
    [
      'another type',
      { region: 'eu', user: 'ann', count: 'two', dry: 'yes' },
      [
        'inputs.count: The input "count" must be integer.',
        'inputs.dry: The input "dry" must be boolean.',
      ],
    ],
    [
      'a limit',
      { region: 'eu', user: 'ann', count: '0' },
      ['inputs.count: The input "count" must be >= 1.'],
    ],
    [
      'what is unknown',
      { region: 'eu', user: 'ann', regoin: 'eu', constructor: 'x' },
      [
        'inputs.regoin: The input "regoin" is unknown; inputs are region, count, dry, note, user.',
        'inputs.constructor: The input "constructor" is unknown; inputs are region, count, dry, note, user.',
      ],
    ],
  ])('%s', async (_what, inputs, issues) => {
    expect(await issuesOf(inputs)).toEqual(['inputs_invalid', ...issues]);
  });

  it('with the one problem in the message', async () => {
    await expect(fillBody({ schema, body: '', inputs: {} })).rejects.toMatchObject({
      message:
        'The slot "inputs" of the skill\'s "schemas" is not satisfied: The input "region" is missing.',
    });
  });

  it('but not names that the schema may declare elsewhere', async () => {
    const inputs = { user: 'ann', count: '1', region: 'eu', note: '', x: '1' };
    expect(await issuesOf(inputs, { $ref: '#/$defs/a' })).toContain('"x": "1"');
    expect(await issuesOf(inputs, { patternProperties: { '^x': { type: 'null' } } })).toEqual([
      'inputs_invalid',
      'inputs.x: The input "x" must be null.',
    ]);
  });
});

it('validates nothing without the slot', async () => {
  const inputs = { region: 'eu', other: 'x' };
  expect(
    await fillBody({ schema: undefined, body: 'In {{region}}: {{page.title}} {{name}}', inputs }),
  ).toBe('In eu: {{page.title}} {{name}}\n\n## Inputs\n\n{\n  "other": "x"\n}\n');
  expect(await fillBody({ schema: undefined, body: ' As it is. ', inputs: {} })).toBe(
    ' As it is. ',
  );
});

it('lists what is missing, required ones first', () => {
  expect(missingInputs({ schema, body, inputs: { dry: 'true' } })).toEqual([
    {
      name: 'region',
      required: true,
      description: String.raw`Where\u001b it runs`,
      choices: ['eu', 'us'],
    },
    { name: 'user', required: true },
    { name: 'note', required: false },
  ]);
  expect(missingInputs({ schema: undefined, body, inputs: { count: '1' } })).toEqual(
    ['region', 'note', 'user'].map((name) => ({ name, required: false })),
  );
});

it('survives schemas of any shape', async () => {
  const odd = { properties: ['a'], required: 'region' };
  expect(missingInputs({ schema: odd, body: '', inputs: {} })).toEqual([
    { name: '0', required: false },
  ]);
  await expect(fillBody({ schema: odd, body: '', inputs: {} })).rejects.toMatchObject({
    code: 'schema_unresolved',
  });
});
