/** Whether a plugin says, where users look, that it is there to write a file. */
import type { Subject } from '../../rule.js';

/** Lower-case texts of headings, of the first paragraphs and of manifests. */
const declared = new WeakMap<Subject, string>();

export function isPurpose(subject: Subject, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.length > 3 && declarations(subject).includes(name);
}

function declarations(subject: Subject): string {
  let text = declared.get(subject);
  if (text === undefined) {
    const spoken = subject.prose.filter(
      ({ at, kind, hidden }) => !hidden && kind === 'heading' && at.unit.role === 'instructions',
    );
    text = [
      ...spoken.map((one) => one.text),
      ...subject.prose.filter(isDescription).map((one) => one.text),
    ]
      .join('\n')
      .toLowerCase();
    declared.set(subject, text);
  }
  return text;
}

const isDescription = ({ kind, hidden, at }: Subject['prose'][number]): boolean =>
  kind === 'value' && !hidden && at.unit.role === 'instructions' && at.unit.frames.length === 0;
