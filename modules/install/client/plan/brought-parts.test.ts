import { describe, expect, it } from '@jest/globals';
import { broughtLines } from '../render/brought-text.js';
import { broughtParts } from './brought-parts.js';
import type { SoundPlugin } from './plugins-on-disk.js';
import type { PluginChange } from '../../contract/results.js';
import { plainStyle } from 'svc-registry/testing';

const mark = (text: string): string => `<${text}>`;
const style = { ...plainStyle(), yellow: mark };

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const script = (path: string, sha256 = 'a') => ({ path, mode: 0o755, sha256 });
const server = (command: string, env: Record<string, string> = {}) =>
  ({ type: 'stdio', command, args: ['-y'], env }) as const;

const first: SoundPlugin = {
  parts: {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [hook('bin/check', { args: ['x'], env: { A: 'b', C: { fromEnv: 'D' } } })],
        },
      ],
      Stop: [{ hooks: [hook('true')] }],
    },
    nativeHooks: { gemini: { BeforeModel: [{ hooks: [hook('bin/model')] }, { bash: 'own' }] } },
    toolServers: {
      db: server('npx', { LEVEL: '1' }),
      web: { type: 'http', url: 'https://example.com/mcp', headers: {} },
    },
  },
  hashes: [
    script('bin/check'),
    { path: 'README.md', mode: 0o644, sha256: 'a' },
    script('bin/model'),
  ],
};

const linesOf = (now: SoundPlugin, earlier?: SoundPlugin): readonly string[] =>
  broughtLines({ brings: [...broughtParts(now, earlier)] } as PluginChange, style).map((line) =>
    line.trim(),
  );

describe('what a plugin brings', () => {
  it('is all new when nothing was there', () => {
    expect(broughtParts(first, undefined)).toEqual([
      { kind: 'hook', name: 'PreToolUse (Bash)', runs: 'A=b C=$D bin/check x', change: 'new' },
      { kind: 'hook', name: 'Stop', runs: 'true', change: 'new' },
      { kind: 'hook', name: 'gemini', runs: 'bin/model; own', change: 'new' },
      { kind: 'tool-server', name: 'db', runs: 'LEVEL=1 npx -y', change: 'new' },
      { kind: 'tool-server', name: 'web', runs: 'https://example.com/mcp', change: 'new' },
      { kind: 'script', name: 'bin/check', runs: null, change: 'new' },
      { kind: 'script', name: 'bin/model', runs: null, change: 'new' },
    ]);
    expect(linesOf(first)).toEqual([
      '<new> hook PreToolUse (Bash): A=b C=$D bin/check x',
      '<new> hook Stop: true',
      '<new> hook gemini: bin/model; own',
      '<new> tool server db: LEVEL=1 npx -y',
      '<new> tool server web: https://example.com/mcp',
      '<new> scripts: bin/check, bin/model',
    ]);
  });

  it('is in numbers what was there before, and stands out where it is new or changed', () => {
    const { parts } = first;
    const second: SoundPlugin = {
      parts: {
        ...parts,
        hooks: {
          ...parts.hooks,
          Stop: [{ hooks: [hook('true', { env: { LD_PRELOAD: 'x.so' } })] }],
          SessionStart: [{ hooks: [hook('hello')] }],
        },
        toolServers: { db: server('npx', { LEVEL: '2' }) },
      },
      hashes: [script('bin/check', 'b'), script('README.md'), script('bin/model')],
    };
    expect(linesOf(second, first)).toEqual([
      '<changed> hook Stop: LD_PRELOAD=x.so true',
      '<new> hook SessionStart: hello',
      '<changed> tool server db: LEVEL=2 npx -y',
      '<new> script: README.md',
      '<changed> script: bin/check',
      'as before: 2 hooks, 1 script',
    ]);
    expect(linesOf(first, first)).toEqual(['as before: 3 hooks, 2 tool servers, 2 scripts']);
  });

  it('is nothing where it brings nothing', () => {
    expect(linesOf({ parts: {}, hashes: [] })).toEqual([]);
  });

  it('takes a few lines, however much it is', () => {
    const hooks = {
      Stop: [{ hooks: Array.from({ length: 40 }, (_, index) => hook(`run ${index}`)) }],
    };
    const hashes = Array.from({ length: 40 }, (_, index) => script(`bin/${index}`));
    const lines = linesOf({ parts: { hooks }, hashes });
    expect(lines).toHaveLength(7);
    expect(lines.slice(-2)).toEqual([
      'and 35 more hooks and tool servers that are new or changed (--json)',
      '<new> scripts: bin/0, bin/1, bin/2, bin/3, bin/4, bin/5, bin/6, bin/7 and 32 more',
    ]);
  });

  it('cannot look like a line of ours, nor hide its end', () => {
    const hooks = {
      Stop: [
        { hooks: [hook('true\n    \u001b[33mnew\u001b[39m hook Stop: harmless')] },
        { hooks: [hook(`true ${'x'.repeat(500)}; evil`)] },
      ],
    };
    const [lying, long] = linesOf({ parts: { hooks }, hashes: [] });
    expect(lying).toBe(
      String.raw`<new> hook Stop: true\n    \u001b[33mnew\u001b[39m hook Stop: harmless`,
    );
    expect(long).toMatch(
      /^<new> hook Stop: true x+ … x+; evil \(511 characters, --json has all\)$/,
    );
  });
});
