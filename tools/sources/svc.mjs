import { execFileSync } from 'node:child_process';
import { installedSkills, installedSubagents } from './installed.mjs';

/** Installs all of a source into a new project of a new home, and answers what was said and what is there. */
export async function installWithSvc(scratch, { name, address }) {
  const [cwd, home] = ['project', 'home'].map((part) => scratch.makeFolder(`svc/${name}/${part}`));
  execFileSync('git', ['init', '--quiet', cwd]);
  const env = { HOME: home, USERPROFILE: home, SVC_HOME: `${home}/.svc` };
  const svc = (...args) => scratch.svc([...args, '--json'], { cwd, env });
  await svc('init', '--agent', 'claude-code');
  const listed = await svc('install', address, '--list');
  const started = performance.now();
  const installed = await svc('install', address, '--yes');
  const seconds = (performance.now() - started) / 1000;
  const change = documentOf(installed.stdout);
  return {
    code: installed.code,
    listCode: listed.code,
    seconds,
    error: change?.error,
    plugins: change?.plugins ?? [],
    offers: documentOf(listed.stdout)?.offers ?? change?.offers ?? [],
    remarks: [listed.stderr, installed.stderr].join('\n'),
    skills: installedSkills(cwd),
    subagents: installedSubagents(cwd),
  };
}

function documentOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
