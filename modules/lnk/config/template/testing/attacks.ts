/** Templates that must be refused, each with what its refusal says. */
export interface Attack {
  readonly title: string;
  readonly source: string;
  readonly message: RegExp;
}

const NOT_FOUND = /not found in context/;
const STEPS = /takes more than 25000 steps/;
const SIZE = /a text of more than 524288 characters|takes more than 25000 steps/;
const PARTS = /more than 2048 parts/;

/** A text that doubles `times` times. */
function doubled(times: number, text = 'x'): string {
  return `{% set s = "${text}" %}{% for i in range(end=${times}) %}{% set_global s = s ~ s %}{% endfor %}`;
}

function listOf(times: number, element: string): string {
  return `{% set l = [${element}] %}{% for i in range(end=${times}) %}{% set_global l = l | concat(with=l) %}{% endfor %}`;
}

function nested(times: number): string {
  return `{% set l = [1] %}{% for i in range(end=${times}) %}{% set_global l = [l, l] %}{% endfor %}`;
}

const HOST: readonly (readonly [string, RegExp])[] = [
  ['{{ range.constructor("return 1")() }}', /cannot follow|Only functions/],
  ['{{ range.constructor }}', NOT_FOUND],
  ['{{ key.constructor }}', NOT_FOUND],
  ['{{ key["constructor"]["constructor"] }}', NOT_FOUND],
  ['{{ key.__proto__ }}', NOT_FOUND],
  ['{{ key["__proto__"] }}', NOT_FOUND],
  ['{{ key.length }}', NOT_FOUND],
  ['{{ __proto__ }}', NOT_FOUND],
  ['{{ constructor }}', NOT_FOUND],
  ['{{ prototype }}', NOT_FOUND],
  ['{{ this }}', NOT_FOUND],
  ['{{ globalThis.process }}', NOT_FOUND],
  ['{{ process.env.HOME }}', NOT_FOUND],
  ['{% set l = [1] %}{{ l.map }}', NOT_FOUND],
  ['{% set l = [1] %}{{ l["length"] }}', NOT_FOUND],
  ['{% set n = "constructor" %}{{ key[n] }}', NOT_FOUND],
  ['{% for x in [1] %}{{ loop.constructor }}{% endfor %}', NOT_FOUND],
  ['{% for __proto__ in [1] %}{{ __proto__.constructor }}{% endfor %}', NOT_FOUND],
  ['{{ constructor("return process")() }}', /cannot follow/],
  ['{{ require(name="fs") }}', /Function 'require' not found/],
  ['{{ toString() }}', /Function 'toString' not found/],
  ['{{ __proto__() }}', /Function '__proto__' not found/],
  ['{{ key | constructor }}', /Filter 'constructor' not found/],
  ['{{ key | __proto__ }}', /Filter '__proto__' not found/],
  ['{{ key is hasOwnProperty }}', /Test 'hasOwnProperty' not found/],
  ['{{ self::constructor() }}', /Macro 'self::constructor' not found/],
  ['{{ self::__proto__() }}', /Macro 'self::__proto__' not found/],
  ['{% macro m(a) %}{% endmacro %}{{ self::m(__proto__=1) }}', /has no argument `__proto__`/],
  ['{{ key | upper(__proto__=1) }}', /has no argument `__proto__`/],
  ['{{ get_env(name="__proto__") }}', /Environment variable `__proto__` not found/],
  ['{{ get_env(name="constructor") }}', /Environment variable `constructor` not found/],
  [
    '{{ [1] | map(attribute="constructor") | first | length }}{{ "x" | get(key="x") }}',
    /must be a map/,
  ],
  ['{{ "x".replace("x", "y") }}', /Only functions and macros/],
  ['{{ ({}).constructor }}', /Maps cannot be written/],
  ['{% include "/etc/passwd" %}', /`include` cannot be used/],
  ['{% import "x" as x %}', /`import` cannot be used/],
  ['{% from "x" import y %}', /`from` cannot be used/],
  ['{% extends "x" %}', /`extends` cannot be used/],
  ['{% call self::m() %}{% endcall %}', /`call` cannot be used/],
  ['{% asyncEach x in [1] %}{% endeach %}', /There is no tag/],
];

const LOOPS: readonly (readonly [string, string, RegExp])[] = [
  ['a range of a billion', '{% for i in range(end=1000000000) %}{% endfor %}', STEPS],
  ['a range beyond all numbers', '{{ range(end=9223372036854775807) }}', STEPS],
  ['a range with step 0', '{{ range(end=10, step_by=0) }}', /must not be 0/],
  [
    'loops in loops without output',
    '{% for a in range(end=999) %}{% for b in range(end=999) %}{% endfor %}{% endfor %}',
    STEPS,
  ],
  [
    'loops in loops with output',
    '{% for a in range(end=999) %}{% for b in range(end=999) %}0123456789{% endfor %}{% endfor %}',
    STEPS,
  ],
  [
    'loops that print long texts',
    `{% for a in range(end=9999) %}${'0123456789'.repeat(200)}{% endfor %}`,
    SIZE,
  ],
  [
    'a macro that calls itself',
    '{% macro m() %}{{ self::m() }}{% endmacro %}{{ self::m() }}',
    /64 levels/,
  ],
  [
    'a macro that calls itself twice',
    '{% macro m(n) %}{% if n > 0 %}{{ self::m(n=n - 1) }}{{ self::m(n=n - 1) }}{% endif %}{% endmacro %}{{ self::m(n=50) }}',
    STEPS,
  ],
  [
    'a macro of a macro that print more and more',
    '{% macro m(n, s) %}{% if n > 0 %}{% set t = s ~ s %}{{ self::m(n=n - 1, s=t) }}{{ s }}{% endif %}{% endmacro %}{{ self::m(n=60, s="x") }}',
    SIZE,
  ],
  ['throw', '{{ throw(message="no") }}', /^no$/],
];

const TEXTS: readonly (readonly [string, string, RegExp])[] = [
  ['a text that doubles', doubled(60), SIZE],
  ['replace', `${doubled(18)}{{ s | replace(from="x", to=s) }}`, SIZE],
  ['replace of nothing', `${doubled(18)}{{ s | replace(from="", to="0123456789") }}`, SIZE],
  [
    'indent',
    `${doubled(15, '\n')}{% set p = "${'p'.repeat(2000)}" %}{{ s | indent(prefix=p, blank=true) }}`,
    SIZE,
  ],
  [
    'truncate',
    `${doubled(18, 'é')}{% for i in range(end=99) %}{{ s | truncate(length=1, end=s) }}{% endfor %}`,
    SIZE,
  ],
  [
    'pluralize',
    `${doubled(18)}{% for i in range(end=99) %}{{ i | pluralize(plural=s) }}{% endfor %}`,
    SIZE,
  ],
  ['join', `${doubled(15)}${listOf(10, '1')}{{ l | join(sep=s) }}`, SIZE],
  ['split', `${doubled(18)}{{ s | split(pat="") | length }}`, STEPS],
  ['urlencode', `${doubled(19, '/ ')}{{ s | urlencode_strict }}`, SIZE],
  ['escape', `${doubled(19, '&')}{{ s | escape | escape | escape }}`, SIZE],
  ['date', `${doubled(16, '%c')}{{ 0 | date(format=s, timezone="UTC") }}`, SIZE],
  ['a loop over a text', `${doubled(18)}{% for c in s %}{% endfor %}`, STEPS],
  [
    'a global text that grows in a loop',
    '{% set s = "x" %}{% for i in range(end=99999) %}{% set_global s = s ~ "0123456789" ~ s %}{% endfor %}',
    SIZE,
  ],
  [
    'a filter section',
    `${doubled(18)}{% filter replace(from="x", to="0123456789") %}{{ s }}{% endfilter %}`,
    SIZE,
  ],
];

const LISTS: readonly (readonly [string, string, RegExp])[] = [
  ['a list that doubles', listOf(60, '1'), STEPS],
  ['lists in lists, printed', `${nested(40)}{{ l }}`, STEPS],
  ['lists in lists as JSON', `${nested(40)}{{ l | json_encode(pretty=true) }}`, STEPS],
  [
    'lists in lists, compared',
    `${nested(40)}{% set k = l %}{{ l == k }}{% if l in [k] %}{% endif %}`,
    STEPS,
  ],
  ['lists in a thousand lists', `${nested(1000)}{{ l }}`, /64 levels|steps/],
  [
    'a list that is sorted again and again',
    `${listOf(12, '2, 1')}{% for i in range(end=99) %}{% set x = l | sort | reverse | unique %}{% endfor %}`,
    STEPS,
  ],
];

const PATTERNS: readonly (readonly [string, string, RegExp])[] = [
  ['a long pattern', `{{ key is matching("${'a|'.repeat(600)}") }}`, /at most 1000 characters/],
  ['a pattern of patterns', '{{ key is matching("((a{100}){100}){100}") }}', /cannot be read/],
  ['a pattern over a long text', `${doubled(18)}{{ s is matching("(x+x+)+y") }}`, STEPS],
  [
    'a pattern of many repetitions',
    `{{ key is matching("${'.{999}'.repeat(160)}") }}`,
    /repeats at most 1000/,
  ],
  ['a pattern that looks around', '{{ key is matching("(?=k)") }}', /cannot be read/],
];

const MANY = 120_000;

const SOURCES: readonly (readonly [string, string, RegExp])[] = [
  ['brackets in brackets', `{{ ${'('.repeat(MANY)}1${')'.repeat(MANY)} }}`, /32 levels/],
  ['lists in lists', `{{ ${'['.repeat(MANY)}1${']'.repeat(MANY)} }}`, /32 levels/],
  ['calls in calls', `{{ ${'f(a='.repeat(50_000)}1${')'.repeat(50_000)} }}`, /32 levels/],
  ['indexes in indexes', `{{ ${'a['.repeat(MANY)}0${']'.repeat(MANY)} }}`, /32 levels/],
  ['not not not', `{{ ${'not '.repeat(60_000)}a }}`, /Too many signs/],
  ['minus minus minus', `{{ ${'-'.repeat(240_000)}1 }}`, /Too many signs/],
  ['a long sum', `{{ 1${'+1'.repeat(MANY)} }}`, PARTS],
  ['many filters', `{{ key${'|upper'.repeat(40_000)} }}`, PARTS],
  ['many members', `{{ a${'.a'.repeat(MANY)} }}`, PARTS],
  ['many conditions', `{{ a${' or a'.repeat(50_000)} }}`, PARTS],
  ['blocks in blocks', '{% if key %}'.repeat(20_000) + '{% endif %}'.repeat(20_000), /200 levels/],
  ['many branches', `{% if key %}${'{% elif key %}'.repeat(18_000)}{% endif %}`, /200 levels/],
  ['tags that never end', '{{ '.repeat(80_000), /Maps cannot be written|never closed/],
  ['comments that never end', '{# '.repeat(80_000), /never closed/],
  ['raw blocks that never end', '{% raw %}'.repeat(28_000), /never closed/],
  ['texts that never end', `{{ ${'"'.repeat(120_001)} }}`, /never closed|parts/],
  ['one name', `{{ ${'a'.repeat(250_000)} }}`, /more than 256 characters/],
  ['one name of a tag', `{% ${'a'.repeat(250_000)} %}`, /more than 256 characters/],
  ['one number', `{{ ${'9'.repeat(250_000)} }}`, /more than 256 characters/],
  ['spaces before a tag that trims', `${' '.repeat(250_000)}x{{- y }}`, NOT_FOUND],
  ['spaces in a tag', `{{${' '.repeat(250_000)}y }}`, NOT_FOUND],
  ['spaces in the end of raw', `{% raw %}${`{%${' '.repeat(500)}`.repeat(500)}`, /never closed/],
  ['many tags', '{{ key }}'.repeat(28_000), /more than 2000 tags/],
];

/** Everything above, for the tests and for measuring. */
export const ATTACKS: readonly Attack[] = [
  ...HOST.map(([source, message]) => ({ title: source, source, message })),
  ...[...LOOPS, ...TEXTS, ...LISTS, ...PATTERNS, ...SOURCES].map(([title, source, message]) => ({
    title,
    source,
    message,
  })),
];
