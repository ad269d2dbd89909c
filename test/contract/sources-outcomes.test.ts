import { describe, expect, it } from '@jest/globals';
// @ts-expect-error -- a tool, written in JavaScript
import * as tool from '../../tools/sources/compare.mjs';

interface Outcome {
  readonly kind: string;
  readonly what: string;
  readonly as?: string;
  readonly why?: string;
  readonly silent: boolean;
}
const { compare: compareNamed } = tool as {
  compare: (
    found: object,
    result: object,
    name: string,
  ) => { outcomes: Outcome[]; refused: boolean };
};
const compare = (whatIsThere: object, result: object) =>
  compareNamed(whatIsThere, result, 'acme/tools');

const skill = (path: string, files: Record<string, string>): object => ({
  path,
  name: path.split('/').pop(),
  files: new Map(Object.entries(files)),
});
const installed = (name: string, files: Record<string, string>): object => ({
  name,
  files: new Map(Object.entries(files)),
});
const said = (more: object = {}): object => ({
  code: 0,
  plugins: [],
  offers: [],
  remarks: '',
  skills: [],
  subagents: [],
  hooks: [],
  ...more,
});
const found = (more: object = {}): object => ({ skills: [], plugins: [], elsewhere: [], ...more });
const brief = ({ outcomes }: { outcomes: Outcome[] }): unknown[] =>
  outcomes.map(({ what, as, why, silent }) => ({ what, as, why, silent }));

describe('what became of what a repository has', () => {
  it('calls a skill lost that is neither there nor explained', () => {
    const skills = [skill('a/x', { 'SKILL.md': '1' }), skill('b/x', { 'SKILL.md': '2' })];
    const result = said({ skills: [installed('x', { 'SKILL.md': '1' })] });
    expect(brief(compare(found({ skills }), result))).toEqual([
      { what: 'a/x', as: 'x', why: undefined, silent: false },
      { what: 'b/x', as: undefined, why: undefined, silent: true },
    ]);
  });

  it('takes the reason from what is withheld, left out or warned of', () => {
    const skills = ['old/a', 'b', 'c'].map((path) => skill(path, { 'SKILL.md': path }));
    const result = said({
      offers: [{ name: 'a', path: 'old', withheld: 'its folder is called old' }],
      plugins: [{ name: 'x/y', source: '', leftOut: [{ what: 'b/', why: 'it is empty' }] }],
      remarks: 'warning: c: it has no description.',
    });
    expect(compare(found({ skills }), result).outcomes.map(({ why }) => why)).toEqual([
      'its folder is called old',
      'it is empty',
      'warning: c: it has no description.',
    ]);
  });

  it('calls a skill lost in part when a file is missing or other, and not named', () => {
    const skills = [skill('x', { 'SKILL.md': '1', 'more.md': '2', '.env': '3' })];
    const skillsThere = [installed('x', { 'SKILL.md': '1', 'more.md': '2' })];
    const leftOut = [{ what: 'x/.env', why: 'files of this name never ship' }];
    const without = compare(found({ skills }), said({ skills: skillsThere }));
    const named = compare(
      found({ skills }),
      said({ skills: skillsThere, plugins: [{ name: 'x/y', source: '', leftOut }] }),
    );
    expect([without, named].map(({ outcomes }) => outcomes[0]?.silent)).toEqual([true, false]);
  });

  it('looks for each part of a plugin', () => {
    const plugin = {
      path: 'plugins/p',
      name: 'p',
      parts: [
        { kind: 'hook', name: 'Stop', runs: '"${CLAUDE_PLUGIN_ROOT}/a.sh"' },
        { kind: 'hook', name: 'Stop', runs: '"${CLAUDE_PLUGIN_ROOT}/b.sh"' },
        { kind: 'hook', name: 'Setup', runs: '"${CLAUDE_PLUGIN_ROOT}/c.sh"' },
        { kind: 'tool server', name: 'db' },
        { kind: 'command', name: 'go', path: 'commands/go.md' },
        { kind: 'sub-agent', name: 'r', path: 'agents/r.md' },
      ],
    };
    const change = {
      name: 'acme-tools/p',
      source: 'git:acme/tools/plugins/p',
      brings: [
        {
          kind: 'hook',
          name: 'Stop',
          runs: 'CLAUDE_PLUGIN_ROOT=${SVC_PLUGIN_DIR} "${SVC_PLUGIN_DIR}/a.sh"',
        },
        { kind: 'tool-server', name: 'db', runs: 'db' },
      ],
      leftOut: [{ what: 'agents/r.md', why: 'it has no description' }],
    };
    const result = said({
      plugins: [change],
      skills: [installed('go', { 'SKILL.md': '9' })],
      hooks: ['".svc/plugins/acme-tools/p"/c.sh'],
    });
    expect(
      compare(found({ plugins: [plugin] }), result).outcomes.filter(({ silent }) => silent),
    ).toEqual([
      expect.objectContaining({
        kind: 'hook',
        what: 'plugins/p/Stop: "${CLAUDE_PLUGIN_ROOT}/b.sh"',
      }),
    ]);
  });

  it('calls a repository refused when nothing of it was installed', () => {
    const skills = [skill('x', { 'SKILL.md': '1' })];
    expect(compare(found({ skills }), said({ code: 3 })).refused).toBe(true);
  });
});
