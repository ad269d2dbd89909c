// Where a session was started, also when a command of it has gone elsewhere since: the project, which is a repository.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function sessionFolder({ cwd = '.' }) {
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return cwd;
}
