import { shortened } from '../../../../toolbox/shortened.js';
import { quoted } from '../../quoted.js';
import { kindLike } from './kind-suggestion.js';
import { labelsFromText } from './labels.js';
import { nameProblem } from './target-words.js';
import { NAMED_KINDS, type NamedKind, type Target } from './target.js';

const FORMS = '`pod/<name>`, `deployment/<name>` or `targetless`';
const CONTAINER = '/container/';

/** Reads the text form of a target. A text as answer says what is wrong with it and what to write. */
export function targetFromText(text: string): Target | string {
  if (text === '') return `the target is empty: write ${FORMS}`;
  if (text === 'targetless') return { kind: 'targetless' };
  const slash = text.indexOf('/');
  if (slash === -1) return withoutSlash(text);
  const kind = text.slice(0, slash);
  const rest = text.slice(slash + 1);
  if (kind === 'label') return labelTarget(rest);
  const named = kind === 'deploy' ? 'deployment' : NAMED_KINDS.find((known) => known === kind);
  return named === undefined ? unknownKind(kind, rest) : namedTarget(named, rest);
}

function withoutSlash(text: string): string {
  if (text.toLowerCase() === 'targetless') return `${quoted(text)} is written \`targetless\``;
  if (text === 'label') return 'the target has no labels: write `label/app=web`';
  const kind = kindLike(text);
  if (kind !== undefined) return `the target has no name: write \`${kind}/<name>\``;
  return `${quoted(text)} does not say what kind of object it names: write ${prefixed(text)}`;
}

function prefixed(name: string): string {
  return nameProblem(name, 'pod') === undefined && name.length <= 63
    ? `\`pod/${name}\` or \`deployment/${name}\``
    : FORMS;
}

function unknownKind(kind: string, rest: string): string {
  if (kind === 'targetless') return 'nothing may follow `targetless`: write `targetless` alone';
  if (kind === 'labels') return `${quoted(kind)} is no kind of target: write \`label/app=web\``;
  const meant = kindLike(kind);
  if (meant !== undefined)
    return `${quoted(kind)} is no kind of target: write \`${meant}/${shortened(rest, 80)}\``;
  return (
    `${quoted(kind)} is no kind of target: write one of ` +
    `${NAMED_KINDS.join(', ')} or label before the slash, and the namespace in \`target.namespace\``
  );
}

function namedTarget(kind: NamedKind, rest: string): Target | string {
  const [name = '', word, container, ...more] = rest.split('/');
  const form = `\`${kind}/<name>/container/<container>\``;
  const wrongName = nameProblem(name, kind);
  if (wrongName !== undefined) return `${wrongName}: write \`${kind}/<name>\``;
  if (word === undefined) return { kind, name };
  if (word !== 'container')
    return `${quoted(word)} may not follow the name of the ${kind}: write ${form}`;
  if (more.length > 0)
    return `nothing may follow the name of the container, and ${quoted(more.join('/'))} does: write ${form}`;
  const wrongContainer = nameProblem(container ?? '', 'container');
  return wrongContainer === undefined
    ? { kind, name, ...(container === undefined ? {} : { container }) }
    : `${wrongContainer}: write ${form}`;
}

/** Keys of labels have slashes of their own, so the container is looked for from the end. */
function labelTarget(rest: string): Target | string {
  const at = rest.lastIndexOf(CONTAINER);
  const labels = labelsFromText(at === -1 ? rest : rest.slice(0, at));
  if (typeof labels === 'string') return labels;
  if (at === -1) return { kind: 'label', labels };
  const container = rest.slice(at + CONTAINER.length);
  const wrong = nameProblem(container, 'container');
  return wrong === undefined
    ? { kind: 'label', labels, container }
    : `${wrong}: write \`label/app=web/container/<container>\``;
}
