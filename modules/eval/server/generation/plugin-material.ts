import type { ContentFile } from '../../../registry/contract/plugin-format.js';
import { decodeText } from '../../../../toolbox/decoded-text.js';
import type { Material } from '../../generation/question.js';

/** Characters of a plugin in one question: about 30,000 tokens. */
const MOST = 100_000;

/** Instructions for agents come first, then what they lead to. Scenarios that the plugin has are left out: the model would repeat them. */
const ROLES: readonly ContentFile['role'][] = ['instructions', 'reference', 'script'];

/** What a model is shown of a plugin: its texts, as many as fit. */
export function pluginMaterial(files: readonly ContentFile[]): Material {
  const shown = files.filter(
    ({ path, role }) => ROLES.includes(role) && !path.startsWith('evals/'),
  );
  const ordered = shown.toSorted(
    (one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role),
  );
  const pieces: { name: string; text: string }[] = [];
  let left = MOST;
  for (const { path, content } of ordered) {
    const text = decodeText(content);
    if (text === undefined || text.includes('\0') || left === 0) continue;
    pieces.push({ name: path, text: text.slice(0, left) });
    left -= Math.min(left, text.length);
  }
  return { kind: 'plugin', pieces };
}
