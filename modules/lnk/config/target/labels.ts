import { shortened } from '../../../../toolbox/shortened.js';
import { quoted } from '../../quoted.js';

type Labels = ReadonlyMap<string, string>;

/** `app=web,tier=front`. A text as answer says what is wrong. */
export function labelsFromText(text: string): Labels | string {
  if (text.trim() === '') return 'the target has no labels: write `label/app=web`';
  const pairs: [string, string][] = [];
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const at = part.indexOf('=');
    if (part === '') return 'a label is empty: write one comma between two labels, as in `a=b,c=d`';
    if (at === -1)
      return `the label ${quoted(part)} has no value: write \`${shortened(part, 80)}=<value>\``;
    pairs.push([part.slice(0, at), part.slice(at + 1)]);
  }
  return labelsOf(pairs);
}

/** Labels in order. A text as answer says what is wrong. */
export function labelsOf(pairs: readonly (readonly [string, string])[]): Labels | string {
  const labels = new Map<string, string>();
  if (pairs.length === 0) return 'the target has no labels: give one at least, such as `app=web`';
  for (const [key, value] of pairs) {
    const problem = labelProblem(key, value);
    if (problem !== undefined) return problem;
    if (labels.has(key)) return `the label ${quoted(key)} is given twice: keep one of them`;
    labels.set(key, value);
  }
  return labels;
}

function labelProblem(key: string, value: string): string | undefined {
  if (key === '')
    return `a label has the value ${quoted(value)} and no key: write \`<key>=<value>\``;
  if (/[\s,=]/.test(key) || key.includes('/container/'))
    return `${quoted(key)} is no key of a label: write letters, digits, \`-\`, \`_\`, \`.\` and one \`/\``;
  if (/[\s,=/]/.test(value))
    return (
      `the label ${quoted(key)} has the value ${quoted(value)}: a value has letters, digits, ` +
      '`-`, `_` and `.` only, and a container is named by `/container/<name>` at the end'
    );
  return undefined;
}
