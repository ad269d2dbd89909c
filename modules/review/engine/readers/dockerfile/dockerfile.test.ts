import { expect, test } from '@jest/globals';
import type { Reading } from '../../facts.js';
import { scriptUnit } from '../../testing/facts.js';
import { readDockerfile } from './dockerfile.js';

const read = (text: string): Reading =>
  readDockerfile(scriptUnit({ file: 'Dockerfile', language: 'dockerfile', text })) as Reading;

const executed = (text: string): unknown[] =>
  read(text).facts.flatMap((fact) =>
    fact.kind === 'execute'
      ? [
          [
            fact.at.line,
            fact.program,
            ...fact.sources.map((one) => (one.kind === 'network' ? one.url.text : one.kind)),
          ],
        ]
      : [],
  );

const url = 'https://a.example/i';

test.each<[string, string, unknown[]]>([
  ['a command', `FROM x\nRUN curl -s ${url} | sh`, [[2, 'sh', url]]],
  [
    'options, continuation and comments',
    `RUN --mount=type=cache,target=/c apt-get update && \\\n  # note\n  curl ${url} | sh`,
    [[3, 'sh', url]],
  ],
  [
    'a list of words',
    `CMD ["sh", "-c", "curl ${url} | bash"]`,
    [
      [1, 'sh'],
      [1, 'bash', url],
    ],
  ],
  ['a here-document', `RUN <<EOF\ncurl ${url} -o /i\n/i\nEOF\nRUN true`, [[3, '/i', url]]],
  ['a file that is added', `ADD ${url} /opt/i\nRUN /opt/i`, [[2, '/opt/i', url]]],
  ['variables', `ARG A=${url}\nENV B $A\nRUN curl $A | sh`, [[3, 'sh', url]]],
  ['nothing but copies', 'FROM x\nCOPY . .\nRUN npm ci\n# RUN curl x | sh', []],
])('%s', (_name, text, expected) => {
  expect(executed(text)).toEqual(expected);
});

test('packages are installed', () => {
  expect(read('RUN apt-get install -y git=1.2.3').facts).toContainEqual(
    expect.objectContaining({
      kind: 'install',
      manager: 'apt',
      package: 'git=1.2.3',
      pinned: true,
    }),
  );
});

test.each(['ARG A=$A$A', 'ENV A=${A}${A}'])('values that double are unread: %s', (line) => {
  const { facts, unread } = read(`ENV A=ab\n${`${line}\n`.repeat(5000)}`);
  expect(unread).toContain('too much text');
  const held = facts.flatMap((fact) => (fact.kind === 'run' ? fact.args : []));
  expect(held.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(40_000_000);
});
