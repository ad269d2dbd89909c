import { describe, expect, it } from '@jest/globals';
import type { AddServerInput } from '../../contract/inputs.js';
import { newEntry } from './new-entry.js';
import { shownServer } from './shown-server.js';

const input = (more: Partial<AddServerInput>): AddServerInput => ({
  name: 'x',
  scope: 'project',
  ...more,
});

describe('an entry for a tool server', () => {
  it('of a program', () => {
    const env = ['A=1=2', 'B', 'EMPTY='];
    expect(newEntry(input({ command: ['cmd', '-x', ''], env }))).toEqual({
      type: 'stdio',
      command: 'cmd',
      args: ['-x', ''],
      env: { A: '1=2', B: '${B}', EMPTY: '' },
    });
    expect(newEntry(input({ command: ['cmd'] }))).toEqual({
      type: 'stdio',
      command: 'cmd',
      args: [],
    });
  });

  it('of an address', () => {
    const header = ['Authorization:  Bearer ${KEY} ', 'X-A: a:b'];
    expect(newEntry(input({ url: 'https://x.example/mcp', header }))).toEqual({
      type: 'http',
      url: 'https://x.example/mcp',
      headers: { Authorization: 'Bearer ${KEY}', 'X-A': 'a:b' },
    });
  });

  it.each<[Partial<AddServerInput>, string]>([
    [{}, 'Give either --url'],
    [{ command: [''] }, 'Give either --url'],
    [{ url: 'https://x.example', command: ['cmd'] }, 'not both'],
    [{ url: 'https://x.example', env: ['A=sesame'] }, '--header'],
    [{ command: ['cmd'], header: ['A: sesame'] }, '--env'],
    [{ url: 'file:///etc/passwd' }, 'http(s)'],
    [{ url: 'nothing' }, 'http(s)'],
    [{ command: ['cmd'], env: ['1A=sesame'] }, '"1A"'],
    [{ command: ['cmd'], env: ['sesame key'] }, 'KEY=VALUE'],
    [{ url: 'https://x.example', header: ['sesame'] }, 'Name: value'],
    [{ url: 'https://x.example', header: ['A: sesame\r\nB: c'] }, 'control character'],
    [{ url: 'https://x.example', header: ['a b: sesame'] }, 'Name: value'],
  ])('is refused without repeating a value: %j', (more, what) => {
    const refusal = (): unknown => newEntry(input(more));
    expect(refusal).toThrow(what);
    expect(refusal).not.toThrow('sesame');
  });
});

describe('a tool server that is shown', () => {
  const where = { scope: 'project', file: '/p/.mcp.json' } as const;

  it('has no values of variables and headers, and no secrets of its address', () => {
    const shown = [
      { command: 'cmd', args: ['-x', 7], env: { A: 'sesame', B: '${B}', C: 'Bearer ${C}', D: 4 } },
      { url: 'https://me:sesame@x.example/mcp?key=sesame', headers: { Authorization: 'sesame' } },
      { url: 'https://x.example/mcp' },
      'sesame',
    ].map((value) => shownServer('x', value, where));
    expect(JSON.stringify(shown)).not.toContain('sesame');
    expect(
      shown.map(({ type, command, args, env, url, headers }) => [
        type,
        command ?? url,
        args,
        env,
        headers,
      ]),
    ).toEqual([
      ['stdio', 'cmd', ['-x'], { A: '********', B: '${B}', C: '********' }, {}],
      [
        'http',
        'https://me:********@x.example/mcp?key=********',
        [],
        {},
        { Authorization: '********' },
      ],
      ['http', 'https://x.example/mcp', [], {}, {}],
      ['unknown', null, [], {}, {}],
    ]);
  });
});
