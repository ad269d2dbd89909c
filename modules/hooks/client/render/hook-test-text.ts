import type { TextStyle } from 'svc-registry/kernel';
import type { HookTest, TestedAnswer, TestedHook } from '../../contract/results.js';

export function hookTestText(
  { agent, event, tool, hooks, notes, answer }: HookTest,
  style: TextStyle,
): string {
  const title = style.bold(`${event}${tool === null ? '' : ` of ${tool}`}, called by ${agent}`);
  const lines =
    hooks.length === 0
      ? ['No installed plugin has a hook for this event.']
      : hooks.map((hook) => hookText(hook, style));
  return [
    title,
    ...lines,
    ...notes.map((note) => style.yellow(note)),
    ...answerLines(answer, style),
  ].join('\n');
}

function hookText(
  { plugin, matcher, commandLine, skipped, decision, said }: TestedHook,
  style: TextStyle,
): string {
  const sign = skipped === null ? style.green('runs ') : style.dim('skips');
  const why = [matcher === null ? '' : `matcher ${matcher}`, skipped ?? '']
    .filter((part) => part !== '')
    .join(': ');
  const outcome = [...(decision === null ? [] : [decision]), ...said]
    .map((text) => `\n         ${text}`)
    .join('');
  return `  ${sign}  ${plugin}  ${commandLine.map(shown).join(' ')}${why === '' ? '' : style.dim(`  (${why})`)}${outcome}`;
}

/** Quotes words with special characters, so that their boundaries are visible. */
const shown = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);

function answerLines(answer: TestedAnswer | null, style: TextStyle): readonly string[] {
  if (answer === null) return [];
  const streams = [`stdout ${answer.stdout.trimEnd()}`, `stderr ${answer.stderr.trimEnd()}`];
  return [
    style.bold(`Answer: exit code ${answer.exitCode}`),
    ...streams.map((text) => `  ${text.trimEnd().replaceAll('\n', '\n  ')}`),
  ];
}
