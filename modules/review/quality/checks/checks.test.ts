import { describe, expect, it } from '@jest/globals';
import { assessedSkill, checkOf } from '../testing/bundle.js';

const BODY = [
  '# Invoices',
  '1. Run `invoices list` to read the invoices of the month.',
  '2. Write a report as `report.md`, for example with a total.',
].join('\n\n');
const DESCRIPTION = 'description: Collects invoices of a month. Use when the month ends.';

/** A `SKILL.md` with those lines of front matter after its name. */
const skill = (lines: readonly string[] = [DESCRIPTION], body = BODY): string =>
  ['---', 'name: demo', ...lines, '---', '', body, ''].join('\n');
const withKey = (...lines: readonly string[]): string => skill([DESCRIPTION, ...lines]);
const named = (name: string): string => skill().replace('name: demo', `name: ${name}`);

it('passes all checks with a skill that has everything', async () => {
  const { validation } = await assessedSkill(skill());
  expect(validation).toMatchObject({
    skillName: 'demo',
    skillDescription: 'Collects invoices of a month. Use when the month ends.',
    overallPassed: true,
    errorCount: 0,
    warningCount: 0,
  });
  expect(validation.checks.map(({ name, status }) => `${name}: ${status}`)).toEqual(
    [
      'skill_md_line_count',
      'frontmatter_valid',
      'name_field',
      'description_field',
      'description_voice',
      'description_trigger_hint',
      'compatibility_field',
      'allowed_tools_field',
      'metadata_field',
      'metadata_version',
      'license_field',
      'frontmatter_unknown_keys',
      'body_present',
      'body_examples',
      'body_output_format',
      'body_steps',
      'relative_links',
    ].map((name) => `${name}: passed`),
  );
});

type Fault = readonly [check: string, what: string, text: string, found: Readonly<Found>];
interface Found {
  readonly status: 'warning' | 'error';
  readonly line: number;
  readonly message: RegExp;
  readonly corrected?: string;
}

const faults: readonly Fault[] = [
  [
    'skill_md_line_count',
    'more than 500 lines',
    skill([DESCRIPTION], `${BODY}\n${'\nA line of text.'.repeat(500)}`),
    { status: 'warning', line: 501, message: /has 511 lines/ },
  ],
  [
    'frontmatter_valid',
    'absent front matter',
    BODY,
    { status: 'error', line: 1, message: /is absent/ },
  ],
  [
    'frontmatter_valid',
    'unterminated front matter',
    `---\nname: demo\n${DESCRIPTION}\n`,
    { status: 'error', line: 1, message: /does not end/ },
  ],
  [
    'frontmatter_valid',
    'an unquoted colon',
    skill(['description: Invoices: collects them']),
    {
      status: 'error',
      line: 3,
      message: /cannot be read at 3:14: a value that holds a colon and a blank must be in quotes/,
      corrected: 'description: "Invoices: collects them"',
    },
  ],
  [
    'frontmatter_valid',
    'a key that occurs twice',
    withKey('license: MIT', 'license: MIT'),
    { status: 'error', line: 5, message: /"license" occurs twice/ },
  ],
  [
    'frontmatter_valid',
    'a list',
    '---\n- name\n---\n\nText.\n',
    { status: 'error', line: 2, message: /must be a mapping/ },
  ],
  [
    'frontmatter_valid',
    'tabs',
    withKey('metadata:', '\tauthor: x'),
    { status: 'error', line: 5, message: /tabs are not allowed/ },
  ],
  [
    'name_field',
    'no name',
    skill().replace('name: demo\n', ''),
    { status: 'warning', line: 1, message: /lacks "name"/, corrected: 'name: demo' },
  ],
  [
    'name_field',
    'a name that is no text',
    named('12'),
    { status: 'error', line: 2, message: /must be text/, corrected: 'name: "12"' },
  ],
  [
    'name_field',
    'other characters',
    named('my_invoices'),
    {
      status: 'error',
      line: 2,
      message: /may hold only lower-case/,
      corrected: 'name: my-invoices',
    },
  ],
  [
    'name_field',
    'two hyphens',
    named('my--invoices'),
    { status: 'error', line: 2, message: /single hyphens/, corrected: 'name: my-invoices' },
  ],
  [
    'name_field',
    'a title',
    named('My Invoices'),
    { status: 'warning', line: 2, message: /lower-case/, corrected: 'name: my-invoices' },
  ],
  [
    'name_field',
    'a long name',
    named('a'.repeat(65)),
    {
      status: 'error',
      line: 2,
      message: /has 65 characters/,
      corrected: `name: ${'a'.repeat(64)}`,
    },
  ],
  [
    'name_field',
    'the name of another folder',
    named('invoices'),
    { status: 'warning', line: 2, message: /its folder "demo"/, corrected: 'name: demo' },
  ],
  [
    'name_field',
    'a reserved word',
    named('claude-demo'),
    { status: 'warning', line: 2, message: /"claude", which some registries reserve/ },
  ],
  [
    'description_field',
    'no description',
    skill([]),
    {
      status: 'error',
      line: 1,
      message: /lacks "description"/,
      corrected: 'description: "What the skill does. Use when …"',
    },
  ],
  [
    'description_field',
    'an empty description',
    skill(['description:']),
    {
      status: 'error',
      line: 3,
      message: /empty "description"/,
      corrected: 'description: "What the skill does. Use when …"',
    },
  ],
  [
    'description_field',
    'a long description',
    skill([`description: ${'a'.repeat(1025)}`]),
    { status: 'error', line: 3, message: /has 1025 characters; at most 1024/ },
  ],
  [
    'description_field',
    'angle brackets',
    skill(['description: Takes <month> of invoices']),
    {
      status: 'error',
      line: 3,
      message: /"<month>"/,
      corrected: 'description: "Takes month of invoices"',
    },
  ],
  [
    'description_voice',
    'the first person',
    skill(['description: I collect invoices. Use when the month ends.']),
    { status: 'warning', line: 3, message: /says "I"/ },
  ],
  [
    'description_trigger_hint',
    'no hint when to use it',
    skill(['description: Collects invoices of a month.']),
    { status: 'warning', line: 3, message: /add a sentence "Use when/ },
  ],
  [
    'compatibility_field',
    'a long text',
    withKey(`compatibility: ${'a'.repeat(501)}`),
    { status: 'error', line: 4, message: /1 to 500 characters/ },
  ],
  [
    'allowed_tools_field',
    'a number',
    withKey('allowed-tools: 5'),
    { status: 'error', line: 4, message: /must be a text or a list/ },
  ],
  [
    'metadata_field',
    'a text',
    withKey('metadata: text'),
    { status: 'error', line: 4, message: /must be a mapping/ },
  ],
  [
    'metadata_field',
    'a number in it',
    withKey('metadata:', '  author: x', '  year: 2024'),
    { status: 'warning', line: 6, message: /"year"/, corrected: 'year: "2024"' },
  ],
  [
    'metadata_version',
    'a number',
    withKey('metadata:', '  version: 1.0'),
    { status: 'warning', line: 5, message: /loses zeros/, corrected: 'version: "1.0"' },
  ],
  [
    'metadata_version',
    'a word',
    withKey('version: newest'),
    { status: 'warning', line: 4, message: /not written like "1\.0\.0"/ },
  ],
  [
    'license_field',
    'a list',
    withKey('license: [MIT]'),
    { status: 'error', line: 4, message: /name of a license/ },
  ],
  [
    'schemas_field',
    'another slot',
    withKey('schemas:', '  result: {}'),
    { status: 'error', line: 4, message: /"inputs", "output" or both/ },
  ],
  [
    'frontmatter_unknown_keys',
    'an unknown key',
    withKey('invocable: true'),
    { status: 'warning', line: 4, message: /do not know "invocable"; put it below/ },
  ],
  [
    'frontmatter_unknown_keys',
    'several unknown keys',
    withKey('invocable: true\ncategory: poems'),
    { status: 'warning', line: 4, message: /"invocable", "category"; put them .* leave them out/ },
  ],
  [
    'body_present',
    'no body',
    skill([DESCRIPTION], ''),
    { status: 'error', line: 6, message: /no instructions/ },
  ],
  [
    'body_examples',
    'no example',
    skill([DESCRIPTION], 'Read the invoices of the month.'),
    { status: 'warning', line: 5, message: /no example/ },
  ],
  [
    'body_output_format',
    'no result',
    skill([DESCRIPTION], 'Read the invoices of the month.'),
    { status: 'warning', line: 5, message: /what the result looks like/ },
  ],
  [
    'body_steps',
    'headings of steps without text',
    skill([DESCRIPTION], 'Read the invoices of the month.\n\n## Step 1\n\n## Step 2'),
    { status: 'warning', line: 5, message: /no steps in order/ },
  ],
];

describe('finds', () => {
  it.each(faults)('%s: %s', async (...[name, , text, found]) => {
    const { status, line, message, corrected } = found;
    const check = await checkOf(name, text);
    expect(check).toMatchObject({ name, status, message: expect.stringMatching(message) });
    expect(check?.details).toMatchObject({ file: 'demo/SKILL.md', line });
    expect(check?.details?.['corrected']).toBe(corrected);
  });

  it.each([
    ['NUL characters', Buffer.from(`${skill()}\0`), /NUL/],
    ['other encodings', Buffer.concat([Buffer.from(skill()), Buffer.from([0xff, 0xfe])]), /UTF-8/],
  ])('%s', async (_, content, message) => {
    const { validation } = await assessedSkill('', { 'SKILL.md': content });
    expect(validation.checks).toContainEqual(
      expect.objectContaining({
        name: 'frontmatter_valid',
        status: 'error',
        message: expect.stringMatching(message) as unknown,
      }),
    );
  });
});

describe('accepts', () => {
  it.each([
    ['name_field', named('démo-2')],
    ['description_field', skill(['description: Makes List<T> of a < b. Use when asked.'])],
    ['description_field', skill(['description: >-', '  Makes lists.', '  Use when asked.'])],
    ['compatibility_field', withKey('compatibility: Needs git 2.40')],
    ['license_field', withKey('license: MIT')],
    ['metadata_version', withKey('metadata: {version: "1.2"}')],
    ['schemas_field', withKey('schemas:', '  output: {type: object}')],
    ['frontmatter_valid', skill().replaceAll('\n', '\r\n')],
    ['frontmatter_valid', `\uFEFF${skill()}`],
  ])('%s', async (name, text) => {
    const check = await checkOf(name, text);
    expect(check?.status === 'passed' || /its folder/.test(check?.message ?? '')).toBe(true);
  });
});
