import { describe, expect, it } from '@jest/globals';
import { dialectOf } from './dialects/index.js';
import { normalisePayload } from './payload.js';
import { editsOf } from './patches.js';

const PATCH = [
  '*** Begin Patch',
  '*** Update File: src/a.ts',
  '*** Move to: src/b.ts',
  '@@',
  '-old',
  '+*** Add File: not-a-header.ts',
  '*** Add File: /etc/new',
  '+x',
  '*** Delete File: gone.ts',
  '*** End Patch',
].join('\n');
const FILES = ['/p/src/a.ts', '/p/src/b.ts', '/etc/new', '/p/gone.ts'];

const edits = (tool: string, input: unknown, agent = 'codex') => {
  const dialect = dialectOf(agent);
  const payload = { hook_event_name: 'PreToolUse', cwd: '/p', tool_name: tool, tool_input: input };
  const normalised = normalisePayload({ payload, dialect, agent, event: 'PreToolUse', cwd: '/x' });
  return editsOf(normalised, dialect);
};
const filesOf = (...call: Parameters<typeof edits>) => {
  const { reported, more } = edits(...call).edits;
  return [reported, ...more].flatMap(
    ({ tool_input: input }) => (input as { file_path?: string } | undefined)?.file_path ?? [],
  );
};

describe('a patch', () => {
  it('of the tool is an edit of each of its files, the first of which is the call itself', () => {
    const { reported, more, toolNames } = edits('apply_patch', { command: PATCH }).edits;
    expect(reported).toMatchObject({
      tool_name: 'Edit',
      tool_input: { command: PATCH, file_path: '/p/src/a.ts' },
    });
    expect(more).toHaveLength(3);
    expect(toolNames).toEqual(['Edit', 'Write', 'apply_patch']);
    expect(filesOf('apply_patch', { command: PATCH })).toEqual(FILES);
  });

  it.each<[string, unknown]>([
    ['a document', { command: `apply_patch <<'EOF'\n${PATCH}\nEOF\n` }],
    ['the list of its words', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${PATCH}\nEOF`] }],
    ['an argument', { command: `apply_patch "${PATCH}"` }],
    ['another spelling', { command: `applypatch <<EOF\n${PATCH}\nEOF` }],
    ['a path', { command: `/usr/bin/apply_patch <<EOF\n${PATCH}\nEOF` }],
  ])('in a shell, as %s, adds the edits to the command', (_how, input) => {
    expect(edits('Bash', input).edits.reported).toEqual({});
    expect(filesOf('Bash', input)).toEqual(FILES);
  });

  it('in a shell counts from the folder that the command changes to', () => {
    const command = `cd 'my src' && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF`;
    expect(filesOf('Bash', { command })).toEqual(['/p/my src/a']);
  });

  it.each<[string, string, unknown, string?]>([
    ['nothing of the kind', 'Bash', { command: 'apply_patch --help' }],
    ['a text that looks like one', 'Bash', { command: `cat <<EOF\n${PATCH}\nEOF` }],
    ['no input', 'apply_patch', undefined],
    [
      'an agent that runs it as a program',
      'Bash',
      { command: `apply_patch <<EOF\n${PATCH}` },
      'claude-code',
    ],
  ])('is not seen in %s', (_what, ...[tool, input, agent]) => {
    expect(filesOf(tool, input, agent)).toEqual([]);
  });

  it('of too many files is cut, and that is said', () => {
    const many = Array.from({ length: 600 }, (_, index) => `*** Add File: f${index}\n+x`);
    const { edits: found, note } = edits('apply_patch', {
      input: ['*** Begin Patch', ...many, '*** End Patch'].join('\n'),
    });
    expect(found.more).toHaveLength(499);
    expect(note).toEqual(['a patch edits 600 files; hooks were asked about the first 500']);
  });
});
