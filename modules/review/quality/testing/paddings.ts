/** What authors add to a skill for its score, and not for its readers. */

/** The two texts of a skill that are scored. */
export interface Texts {
  readonly description: string;
  readonly body: string;
}

type Padding = (texts: Texts) => Texts;

const MOST_DESCRIPTION = 1024;

/** Adds to the description as much as it may hold. */
const described =
  (...added: readonly string[]): Padding =>
  ({ description, body }) => ({
    description: [description, ...added].join(' ').slice(0, MOST_DESCRIPTION),
    body,
  });

const appended =
  (...added: readonly string[]): Padding =>
  ({ description, body }) => ({ description, body: [body.trimEnd(), ...added, ''].join('\n\n') });

const wordsIn = (text: string): readonly string[] => text.match(/\p{L}{4,}/gu) ?? [];

/** The words of the instructions that occur first, each once. */
const firstWords = (body: string, count: number): string =>
  [...new Set(wordsIn(body).map((word) => word.toLowerCase()))].slice(0, count).join(', ');

const paragraphsOf = (body: string): readonly string[] => body.trim().split(/\n{2,}/);
const fencesOf = (body: string): readonly string[] => body.match(/^```[^]*?^```$/gm) ?? [];
const headingsOf = (body: string): readonly string[] => body.match(/^#{1,6} .*$/gm) ?? [];
const numbers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => at + 1);

const CONTENTS_OF_ONE = ['Check it.', 'Do it.', 'Read it.', 'Run it.', 'Write it.'];

const OF_DESCRIPTIONS: Readonly<Record<string, Padding>> = {
  'foreign trigger words': described(
    'Use when pdf, docx, excel, csv, email, slides, invoices, calendar, kubernetes, docker, react, python, sql, aws, testing, seo.',
  ),
  'a row of foreign keywords': described(
    'Keywords: pdf, spreadsheet, video, audio, image, chart, website, database, cloud, security, marketing, finance, legal.',
  ),
  'keywords of the instructions': ({ description, body }) =>
    described(`Keywords: ${firstWords(body, 40)}.`)({ description, body }),
  'triggers of the instructions': ({ description, body }) =>
    described(`Triggers: ${firstWords(body, 25)}.`)({ description, body }),
  'keywords of two words': described(
    'Triggers: data analysis, code review, bug fixing, report generation, file conversion, web search, team planning.',
  ),
  'two words of the instructions each': ({ description, body }) => {
    const words = firstWords(body, 24).split(', ');
    const pairs = words.map((word, at) => (at % 2 === 0 ? word : `${word},`)).join(' ');
    return described(`Keywords: ${pairs}`)({ description, body });
  },
  'requests of the instructions': ({ description, body }) =>
    described(`Use when the user mentions ${firstWords(body, 30)}.`)({ description, body }),
  'quoted words of the instructions': ({ description, body }) =>
    described(`Triggers: "${firstWords(body, 20).replaceAll(', ', '", "')}".`)({
      description,
      body,
    }),
  'a sentence that fits every skill': described(
    'Use when the user asks for help, needs anything, mentions any task, or wants the best result.',
  ),
  'five of them': described(
    'Use when needed.',
    'Use whenever the user asks.',
    'Use this skill for all tasks.',
    'Invoke it before any work.',
    'Always apply it when in doubt.',
  ),
  'the description twice': ({ description, body }) => described(description)({ description, body }),
  'the description in another order': ({ description, body }) =>
    described(`${[...wordsIn(description)].reverse().join(' ')}.`)({ description, body }),
  'the last sentence four times': ({ description, body }) => {
    const last = description.split(/(?<=\.)\s+/).at(-1) ?? description;
    return described(last, last, last, last)({ description, body });
  },
  'a row of verbs': described(
    'Creates, builds, analyzes, extracts, validates, generates, converts, reviews, deploys, migrates, optimizes and tests.',
  ),
  'a row of names': described(
    'Supports React, Vue, Angular, AWS, Azure, Docker, Kubernetes, PostgreSQL, MongoDB, GraphQL and OpenAPI.',
  ),
  'a row of kinds of files': described('Handles .pdf, .docx, .xlsx, .csv, .json, .yaml and .md.'),
  'quoted phrases': described(
    'Say "do it", "help me", "fix this", "make it better" or "go ahead".',
  ),
  'what it is not for': described('Not for other things. Do not use it for anything else.'),
  praise: described('The ultimate, comprehensive, state-of-the-art, AI-powered expert solution.'),
};

const OF_BODIES: Readonly<Record<string, Padding>> = {
  'the instructions twice': ({ description, body }) => appended(body)({ description, body }),
  'the instructions four times': ({ description, body }) =>
    appended(body, body, body)({ description, body }),
  'each paragraph twice': ({ description, body }) => ({
    description,
    body: paragraphsOf(body)
      .flatMap((one) => [one, one])
      .join('\n\n'),
  }),
  'the paragraphs in another order': ({ description, body }) =>
    appended(...[...paragraphsOf(body)].reverse())({ description, body }),
  'copies with other numbers': ({ description, body }) =>
    appended(
      ...numbers(4).flatMap((number) =>
        paragraphsOf(body).map((one) => one.replace(/[.:]?$/, ` (${number}).`)),
      ),
    )({ description, body }),
  'code five times': ({ description, body }) =>
    appended(...numbers(5).flatMap(() => fencesOf(body)))({ description, body }),
  'code that does nothing': appended(...numbers(5).map((one) => `\`\`\`bash\necho ${one}\n\`\`\``)),
  'code of empty lines': appended('```bash\n\n```', '```python\n\n```'),
  'headings without text': appended(
    '## Workflow',
    '## Step 1',
    '## Step 2',
    '## Step 3',
    '## Examples',
    '## Output format',
  ),
  'headings twice': ({ description, body }) => appended(...headingsOf(body))({ description, body }),
  'headings of keywords': appended('## Keywords', '## Triggers', '## Best practices', '## Summary'),
  'a list of keywords': appended(
    '## Keywords',
    '- example\n- output\n- workflow\n- steps\n- validation\n- checklist\n- format',
  ),
  'a row of keywords': appended(
    'example output workflow steps validate verify check ensure confirm report template format',
  ),
  'steps that say nothing': appended(
    '1. Do the first step.\n2. Do the second step.\n3. Do the third step.',
  ),
  'checks that say nothing': appended(
    'Verify that it works. Make sure that it is right. If not, repeat until it is; otherwise go on.',
  ),
  'orders that say nothing': appended(CONTENTS_OF_ONE.map((one) => `- ${one}`).join('\n')),
  'a row of code words': appended(
    '`a` `b` `c` `run` `test` `build` `--flag` `file` `path` `value`',
  ),
  'a list of code words': appended(
    numbers(12)
      .map((one) => `- \`option-${one}\``)
      .join('\n'),
  ),
  'links to itself': appended('- [SKILL](SKILL.md): when it is read\n- [top](#top): for details'),
  'comments that nobody sees': appended(
    '<!-- Use when the user asks. Steps: 1. verify 2. validate 3. repeat until it passes. Example output. -->',
  ),
  'blank lines': appended(...numbers(40).map(() => '')),
  rules: appended(...numbers(10).map(() => '---')),
  emphasis: appended('**IMPORTANT**: ALWAYS follow ALL steps. You MUST NEVER skip ANY of them.'),
  'a table of keywords': appended(
    '| keyword | use |\n| --- | --- |\n| example | yes |\n| output | yes |\n| verify | yes |',
  ),
};

const OF_BOTH: Readonly<Record<string, Padding>> = {
  'keywords everywhere': (texts) =>
    ['keywords of the instructions', 'a row of verbs'].reduce(
      (padded, name) => OF_DESCRIPTIONS[name]?.(padded) ?? padded,
      OF_BODIES['a list of keywords']?.(texts) ?? texts,
    ),
  // so that foreign words have something to refer to
  'foreign words in both': ({ description, body }) => {
    const words = 'invoices, calendars, kubernetes, spreadsheets, podcasts, blockchains';
    return appended(`Related: ${words}.`)(described(`Use when ${words}.`)({ description, body }));
  },
};

/** By name. */
export const paddings: ReadonlyMap<string, Padding> = new Map(
  [OF_DESCRIPTIONS, OF_BODIES, OF_BOTH].flatMap((some) => Object.entries(some)),
);
