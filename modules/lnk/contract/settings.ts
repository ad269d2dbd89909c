import { contribute, settingsPoint } from 'svc-registry/kernel';
import type { Field, VariableOfField } from '../config/fields/field.js';
import { FIELDS } from '../config/fields/index.js';

const setting = (name: string, summary: string, standard?: string) =>
  contribute(settingsPoint, name, {
    side: 'client',
    program: 'lnk',
    summary,
    ...(standard !== undefined && { default: standard }),
  });

/** How the variable's text is read, where that is not plain. */
function readingOf({ values }: VariableOfField, { shape }: Field): string {
  const meanings = Object.entries(values ?? {})
    .filter(([, value]) => value !== null)
    .map(([text, value]) => `\`${text}\` means \`${String(value)}\``);
  if (meanings.length > 0) return `: ${meanings.join(', ')}`;
  return shape.type === 'list' ? '; several are separated by `;`' : '';
}

/** Every start of a program reads what is said here: the meaning and the default stand in the reference of the field. */
const ofField = (field: Field) =>
  (field.env ?? []).map((variable) =>
    setting(variable.name, `Sets \`${field.path}\`${readingOf(variable, field)}`),
  );

export const settings = [
  ...FIELDS.flatMap(ofField),
  setting(
    'LNK_BRANCH_NAME',
    'The value of `git_branch` in templates, in place of what git says',
    'the branch of the folder that lnk is started in',
  ),
  setting(
    'LNK_AGENT_IMAGE_REGISTRY',
    'The image of the agent without its tag, where `agent.image` is not set',
    'the image of this version of lnk',
  ),
  setting(
    'LNK_AGENT_IMAGE_TAG',
    'The tag of the image of the agent, where `agent.image` is not set',
    'the version of lnk',
  ),
  setting(
    'KUBECONFIG',
    'The kubeconfig files that kubectl uses, where `kubeconfig` is not set',
    '~/.kube/config',
  ),
];
