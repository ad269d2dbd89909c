import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A project in which so many small plugins of folders are installed; the same one for each caller. */
export async function projectWithPlugins(scratch, count) {
  scratch.projectsWithPlugins ??= new Map();
  const known = scratch.projectsWithPlugins.get(count) ?? install(scratch, count);
  scratch.projectsWithPlugins.set(count, known);
  return known;
}

async function install(scratch, count) {
  const project = scratch.makeFolder(`project-of-${count}`);
  const sources = Array.from({ length: count }, (_, index) =>
    writePlugin(join(scratch.folder, 'sources'), `bench/plugin-${index + 1}`),
  );
  await scratch.json(['init', '--agent', 'claude-code'], { cwd: project });
  await scratch.json(['install', '--yes', ...sources.map((folder) => `file:${folder}`)], {
    cwd: project,
  });
  return project;
}

function writePlugin(root, name) {
  const folder = join(root, name);
  const skill = name.split('/')[1];
  mkdirSync(join(folder, '.svc-plugin'), { recursive: true });
  mkdirSync(join(folder, 'skills', skill), { recursive: true });
  writeFileSync(
    join(folder, '.svc-plugin', 'plugin.json'),
    JSON.stringify({ name, version: '1.0.0', description: 'One of many' }),
  );
  writeFileSync(
    join(folder, 'skills', skill, 'SKILL.md'),
    `---\nname: ${skill}\ndescription: One of many.\n---\n\nDo it.\n`,
  );
  return folder;
}
