import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderTemplate, TemplateError, type TemplateContext } from './render-template.js';
import { ATTACKS } from './testing/attacks.js';
import { CONSTRUCTS, CONTEXT, REFUSED } from './testing/constructs.js';

const RUNS = 2000;
const LIMITS = { steps: 25_000, output: 524_288 };

async function refusal(source: string, context: TemplateContext = CONTEXT): Promise<TemplateError> {
  const result = await renderTemplate(source, context).then(
    ({ text }) => text,
    (error: unknown) => error,
  );
  if (result instanceof TemplateError) return result;
  throw new Error(`Not refused: ${source.slice(0, 80)} gives ${String(result).slice(0, 80)}`);
}

/** Line and column as an editor shows them. */
function editorPosition(source: string, offset: number): string {
  const before = source.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

describe('constructs', () => {
  it.each(CONSTRUCTS)('%j gives %j', async (source, expected) => {
    expect((await renderTemplate(source, CONTEXT)).text).toBe(expected);
  });

  it.each(REFUSED)('%j is refused', async (source, message) => {
    const error = await refusal(source);
    expect(error.message).toMatch(message);
    expect(error.at).toBeLessThanOrEqual(source.length);
  });
});

describe('hints', () => {
  const FILE = 'A configuration is one file.';
  const RAW = 'Write text that only looks like a tag between {% raw %} and {% endraw %}.';
  const TAGS = `${RAW} The tags are if, for, break, continue, set, set_global, filter, macro, raw.`;
  const QUOTES =
    "Quotes inside a tag of a JSON text are single quotes, such as default(value='x').";
  it.each([
    ['{"target":"{% include \\"x\\" %}"}', 'The tag `include` cannot be used.', 14, FILE],
    ['{"target":"{%-include\\"x\\" %}"}', 'The tag `include` cannot be used.', 14, FILE],
    ['{"key":"50{% off, 20 %}"}', 'There is no tag `off`.', 13, TAGS],
    ['{"key":"50{% off: 5$ %}"}', 'There is no tag `off`.', 13, TAGS],
    ['{"key":"50{% off"}', 'There is no tag `off`.', 13, TAGS],
    ['{"key":"{% 20, 30 %}"}', 'A tag must begin with its name.', 11, RAW],
    [
      '{"key":"{{ key | default(value=\\"x\\") }}"}',
      'A backslash stands before a quote in a tag.',
      31,
      QUOTES,
    ],
    [
      '{"key":"{% if key == \\"a b\\" %}{% endif %}"}',
      'A backslash stands before a quote in a tag.',
      21,
      QUOTES,
    ],
    [
      '{"key":"{{ a$b }}"}',
      '`a$b` is not a name.',
      11,
      'Names have letters, digits and underscores, and do not begin with a digit.',
    ],
  ])('of %s', async (...[source, message, at, hint]) => {
    expect(await refusal(source)).toMatchObject({ message, at, hint });
  });

  it.each([
    ['{{ get_env(name=\\"USER\\") }}', 'are single quotes'],
    ["{{ get_env('USER') }}", 'Write get_env(name=…). It takes name, default.'],
    ["{{ key | default('x') }}", 'Write default(value=…).'],
    ["{{ key | replace('/', '-') }}", 'Write replace(from=…). It takes from, to.'],
    ["{{ shout('a') }}", 'Write each argument as name=value.'],
    ['{{ USER }}', "get_env(name='USER')"],
    ['{{ env.USER }}', "get_env(name='USER')"],
    ['${{ github.run_id }}', 'The variables are key and git_branch'],
    ['{{ git_branch }}', "{{ git_branch | default(value='…') }}"],
    ['{{ map.no }}', "{{ map.no | default(value='…') }}"],
  ])('for %j', async (source, hint) => {
    const context = { ...CONTEXT, variables: new Map(CONTEXT.variables) };
    context.variables.delete('git_branch');
    expect((await refusal(source, context)).hint).toContain(hint);
  });
});

describe('attacks', () => {
  it.each(ATTACKS)('$title', async ({ source, message }) => {
    const context = { variables: new Map([['key', 'k1']]), env: {}, limits: LIMITS };
    const error = await refusal(source, context);
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(1000);
  });

  it.each([
    [{ steps: 10, output: 1000 }, /more than 10 steps/],
    [{ steps: 1000, output: 10 }, /more than 10 characters/],
  ])('counts steps and output: %j', async (limits, message) => {
    const source = '{% for i in range(end=20) %}x{% endfor %}';
    expect((await refusal(source, { ...CONTEXT, limits })).message).toMatch(message);
  });

  it('takes variables that are named as members of objects', async () => {
    const variables = new Map([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    const source =
      '{{ __proto__ }}{{ constructor }}{% set prototype = "c" %}{{ prototype }}' +
      '{% macro __proto__(constructor) %}{{ constructor }}{% endmacro %}' +
      '{{ self::__proto__(constructor="d") }}';
    expect((await renderTemplate(source, { ...CONTEXT, variables })).text).toBe('abcd');
  });

  it.each([() => 1, new Date(), Symbol('x')])('takes plain data only: %p', async (value) => {
    const variables = new Map<string, unknown>([['x', value]]);
    await expect(renderTemplate('{{ x }}', { ...CONTEXT, variables })).rejects.toThrow(TypeError);
  });
});

describe('locations', () => {
  it.each([
    ['{{ x }}', '1:4'],
    ['a\n  {{- x }}', '2:7'],
    ['a\r\n\r\n  {%- if x.y > 1 -%}{% endif %}', '3:10'],
    ['{# a\nb #}\n{{ x }}', '3:4'],
    ['{% raw %}\n{{ y }}\n{% endraw %}{{ x }}', '3:16'],
    ['{%- raw -%}\r\n a {%- endraw -%}\r\n {{ x }}', '3:5'],
    ['{% for i in [1] %}\n\n{{ i }}{{ x | upper }}\n{% endfor %}', '3:11'],
    ['{{ key }}\n{{ key | upper\n  | nope }}', '3:5'],
    ['{% set a = 1 %}\n{{ a + x }}', '2:8'],
    ["{{ 'a\nb' ~ x }}", '2:6'],
    ['{% macro m() %}\n{{ x }}{% endmacro %}{{ self::m() }}', '2:4'],
    ['{% if is_false %}\n{% elif x == 1 %}{% endif %}', '2:9'],
    ['é𝒳\n{{ key }}\n𝒳{{ x }}', '3:6'],
    ['{% filter upper %}\n{{ x }}{% endfilter %}', '2:4'],
    ['{{ key is starting_with(x) }}', '1:25'],
    ['{{ key }}\n{% if key %}\n', '2:1'],
    ['{{ key }}\n  {{ key ', '2:3'],
    ['{{ key }}\n{{ [1, (2] }}', '2:10'],
    ["{{ key }}\n{{ 'abc }}", '2:4'],
    ['{{ key }}\n  {% endif %}', '2:3'],
    ['{{ key }}\n{{ key key }}', '2:8'],
    ['{% raw %}{{\n\n{% if %}', '1:1'],
  ])('%j fails at %s', async (source, expected) => {
    expect(editorPosition(source, (await refusal(source)).at)).toBe(expected);
  });

  it('leads literal text to itself and values to their tags', async () => {
    const source = 'a: {{ key }}\r\n{%- for i in [1, 2] %}\n b{{ i }}{% endfor -%} \n c';
    const rendered = await renderTemplate(source, CONTEXT);
    const { text } = rendered;
    expect(text).toBe('a: k1\n b1\n b2c');
    const tag = source.indexOf('{{ i }}');
    const offsets = Array.from(text, (_, index) => rendered.sourceOffset(index));
    const [newline, space, letter] = [source.indexOf('\n b'), tag - 2, tag - 1];
    expect(offsets).toEqual([
      ...[0, 1, 2, 3, 3],
      ...[newline, space, letter, tag],
      ...[newline, space, letter, tag],
      source.length - 1,
    ]);
    expect(rendered.sourceOffset(text.length)).toBe(source.length);
  });

  it('leads what a filter section or a macro gives to its tag', async () => {
    const source =
      '{% macro m() %}x{% endmacro %}-{% filter upper %}a{% endfilter %}{{ self::m() }}';
    const rendered = await renderTemplate(source, CONTEXT);
    const { text } = rendered;
    expect(text).toBe('-Ax');
    expect(
      [0, 1, 2].map((offset) => source.slice(rendered.sourceOffset(offset)).slice(0, 8)),
    ).toEqual(['-{% filt', '{% filte', '{{ self:']);
  });
});

const PIECES = fc.oneof(
  fc.constantFrom(
    '{{ key }}',
    '{{- key -}}',
    '{% if key -%}',
    '{%- endif %}',
    '{# c #}',
    '\r\n',
    ' ',
  ),
  fc.constantFrom('{% raw %}{{ x }}{%- endraw -%}', '{% set x = 1 -%}', "{{ 'q' }}", '{', '}', '%'),
  fc.string({ unit: 'binary' }),
);

const TOKENS = fc.constantFrom(
  ...['a', 'numbers', 'not', 'in', 'is', 'and', 'or', 'if', 'else', 'set', 'true', 'odd', 'upper'],
  ...['(', ')', '[', ']', '{', '}', '|', '.', ',', ':', '::', '=', '==', '<', '~', '-', '+', '*'],
  ...['1', '1.5', '"x"', "'", '`', 'default(value=', 'self::m(', '%', '!', '#', 'r/', '//', '$'],
);

describe('any text', () => {
  it('in a tag is rendered or refused with an offset', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('{{', '{% if', '{% set x =', '{% for x in', '{% filter', '{% macro', '{%'),
        fc.array(fc.tuple(TOKENS, fc.constantFrom(' ', '')), { maxLength: 9 }),
        async (open, tokens) => {
          const close = open === '{{' ? '}}' : '%}';
          const name = open.slice(3).split(' ')[0] ?? '';
          const end = ['if', 'for', 'filter', 'macro'].includes(name) ? `{% end${name} %}` : '';
          const source = `${open} ${tokens.flat().join('')} ${close}${end}`;
          const result = await renderTemplate(source, CONTEXT).catch((error: unknown) => error);
          if (!(result instanceof TemplateError)) expect(result).toHaveProperty('text');
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('comes back unchanged if it has no signs of a template', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!/\{[{%#]/.test(text));
        const rendered = await renderTemplate(text, CONTEXT);
        expect(rendered.text).toBe(text);
        expect(rendered.sourceOffset(text.length)).toBe(text.length);
      }),
    );
  });

  it('keeps its literal parts, also behind tags', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!/\{[{%#]|\{$/.test(text));
        const rendered = await renderTemplate(`{{ key }}${text}{# c #}`, CONTEXT);
        expect(rendered.text).toBe(`k1${text}`);
        const offsets = [...text.split('').keys()].map((index) => rendered.sourceOffset(index + 2));
        expect(offsets).toEqual([...text.split('').keys()].map((index) => index + 9));
      }),
    );
  });

  it('is rendered or refused with an offset, and literal parts lead to equal characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(PIECES, { maxLength: 12 }), async (pieces) => {
        const source = pieces.join('');
        const result = await renderTemplate(source, CONTEXT).catch((error: unknown) => error);
        if (result instanceof TemplateError) {
          expect(result.at).toBeGreaterThanOrEqual(0);
          expect(result.at).toBeLessThanOrEqual(source.length);
          return;
        }
        const rendered = result as Awaited<ReturnType<typeof renderTemplate>>;
        rendered.text.split('').forEach((character, index) => {
          const at = rendered.sourceOffset(index);
          expect(source.startsWith('{{', at) || source.charAt(at) === character).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });
});
