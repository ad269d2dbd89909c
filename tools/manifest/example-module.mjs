// The long example of a module as one page: docs/reference/example-module.md, with every file of test/fixtures/modules/deploys.
import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';

const FOLDER = resolve(import.meta.dirname, '../../test/fixtures/modules/deploys');
const LANGUAGES = { '.md': 'markdown', '.njk': 'jinja' };

/** The parts of a module, in the order in which they are best read. */
const PARTS = [
  ['The package', ['package.json', 'tsconfig.json', 'README.md']],
  ['The declaration', ['src/module.ts']],
  ['The contract', ['src/contract/*']],
  ['The client', ['src/client/*']],
  ['The server', ['src/server/*', 'templates/*']],
  ['The tests', ['src/*.test.ts']],
];

const INTRODUCTION = `This module deploys versions of plugins to targets. It has an entity with a state machine, operations that are
commands, tools and routes, a background run that goes on after a crash, a page, a metric, a health check, a setting, two permissions and an
extension point of its own. [Write a module](../guides/write-a-module.md) explains the parts, and the pages of the
[extension points](extension-points/README.md) what is contributed to each.

The tests build it from the package of the program, run its tests, install it on a server and kill that server in the middle of a deploy. This
page is written by \`npm run surface\`. Not shown is \`manifest.json\`, which \`npm run build\` writes.`;

function fileText(path) {
  const language = LANGUAGES[extname(path)] ?? extname(path).slice(1);
  const text = readFileSync(join(FOLDER, path), 'utf8').trimEnd();
  return `\`${path}\`\n\n\`\`\`${language}\n${text}\n\`\`\``;
}

export function exampleModuleText() {
  const parts = PARTS.map(([title, patterns]) => {
    const files = globSync(patterns, { cwd: FOLDER }).sort(
      (left, right) => patterns.indexOf(left) - patterns.indexOf(right) || (left < right ? -1 : 1),
    );
    return [`## ${title}`, ...files.map(fileText)].join('\n\n');
  });
  return `${['# A long example of a module', INTRODUCTION, ...parts].join('\n\n')}\n`;
}
