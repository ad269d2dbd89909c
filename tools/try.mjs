// node tools/try.mjs: on a fresh clone, installs, builds and runs the main job once, in a scratch folder that it names at the end.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { install } from './install.mjs';
import { Scratch } from './scratch.mjs';
import { step } from './step.mjs';

process.chdir(join(import.meta.dirname, '..'));
await install();
await step('build', ['tools/build.mjs']);

const scratch = new Scratch('try');
let failed;
try {
  await mainJob();
} catch (error) {
  failed = error;
} finally {
  await scratch.stop();
}
if (failed !== undefined) {
  console.error(`\n${failed.message}\n\nEverything it left is in ${scratch.folder}`);
  process.exit(1);
}
console.log(closing());

async function mainJob() {
  say('Start a server on a free port, with a data folder of its own');
  await scratch.startServer();
  done(scratch.origin);

  say('Create the first administrator with the one-time code that the server printed, and sign in');
  const { email } = await scratch.signInFirstAdministrator();
  done(email);

  say('Create a workspace and a plugin with a rule and a skill');
  await svc(['workspace', 'create', 'acme']);
  const plugin = join(scratch.makeFolder('plugins'), 'style');
  await svc([
    ...[
      'plugin',
      'new',
      '--name',
      'acme/style',
      '--summary',
      'How we write at Acme',
      '--path',
      plugin,
      '--public',
    ],
    ...['--rules', 'wording', '--rule-description', 'Short sentences, plain words'],
    ...[
      '--skill',
      '--skill-name',
      'release-notes',
      '--skill-description',
      'Write release notes from a list of changes',
    ],
  ]);
  list(plugin);

  say('Publish it');
  await svc(['plugin', 'publish', plugin]);

  say('Find it');
  await svc(['search', 'release']);

  say('Install it into a scratch repository, for Claude Code');
  const repository = scratch.makeFolder('repository');
  const git = spawnSync('git', ['init', '--quiet'], {
    cwd: repository,
    env: scratch.env,
    encoding: 'utf8',
  });
  if (git.status !== 0) console.log('   (git is not here; a plain folder does as well)');
  await svc(['init', '--agent', 'claude-code'], repository);
  await svc(['install', 'acme/style', '--yes'], repository);
  await svc(['list'], repository);
  list(repository);
}

async function svc(args, cwd) {
  console.log(
    `   $ svc ${args.map((arg) => (/^[\w./:=@-]+$/.test(arg) ? arg : `"${arg}"`)).join(' ')}`,
  );
  const { code, stdout, stderr } = await scratch.svc(args, { cwd });
  const text = `${stdout}${code === 0 ? '' : stderr}`.trimEnd();
  if (text !== '') console.log(text.replace(/^/gm, '     '));
  if (code !== 0) throw new Error(`svc ${args[0]} failed (exit ${code}).`);
}

function say(text) {
  console.log(`\n== ${text}`);
}

function done(text) {
  console.log(`   ${text}`);
}

function list(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.git/'));
  console.log(
    `   files in ${folder}:\n${files
      .sort()
      .map((path) => `     ${path}`)
      .join('\n')}`,
  );
}

function closing() {
  return `
It works. The server has been stopped; nothing is running. Everything is in ${scratch.folder}

Look at:
  repository/svc.json, repository/.svc/          what a project commits
  repository/.svc/RULES.md, repository/CLAUDE.md  what the agent reads
  plugins/style/.svc-plugin/plugin.json           a plugin's manifest

Next:
  npm start                     keeps a server running on http://127.0.0.1:4873
  node dist/bin/svc.cjs --help  every command
  docs/guides/write-a-module.md commands, tools and routes of your own`;
}
