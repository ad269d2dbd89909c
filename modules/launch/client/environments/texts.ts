import type { Page, Renderer } from 'svc-registry/kernel';
import type { EnvironmentView } from '../../contract/environment-view.js';

export const environmentsText: Renderer<Page<EnvironmentView>> = ({ data, next }, style) => {
  if (data.length === 0)
    return 'The workspace has no environments. `svc env create <name> --file .env` makes one.';
  const rows = data.map(({ id, name, keyNames, updatedAt }) => [
    name ?? '',
    keyNames.join(', '),
    style.reader === 'agent' ? updatedAt : style.time(updatedAt),
    id,
  ]);
  const table = style.table(['name', 'variables', 'updated', 'id'], rows);
  const more = style.dim('There are more; see --page-size and --after.');
  return next === null ? table : `${table}\n\n${more}`;
};

export const environmentText: Renderer<EnvironmentView> = ({ id, name, keyNames }, style) => {
  const head = `${style.bold(name ?? '')}  ${style.dim(id)}`;
  return [head, ...(keyNames.length === 0 ? ['no variables'] : keyNames)].join('\n');
};
