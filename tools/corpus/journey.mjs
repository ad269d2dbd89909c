import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

const WORKSPACE = 'corpus';
const INSTALL_RECORD = 'svc-package.json'; // written by the installer
const REFUSED = [3]; // exit code "invalid input": the skill breaks a rule of the format

/** The way of one skill: a plugin is made around it as it is, packed, published, installed, compared. */
export class Journey {
  constructor(scratch) {
    this.scratch = scratch;
    this.repository = scratch.makeFolder('repository');
  }

  async prepare() {
    await this.scratch.json(['workspace', 'create', WORKSPACE]);
    await this.scratch.json(['init', '--agent', 'claude-code', '--agent', 'agents'], {
      cwd: this.repository,
    });
  }

  /** `published` with the bytes of the archive; or `refused` with the reasons; or `failed`. */
  async publish(skill, number) {
    const plugin = `${WORKSPACE}/p${number}`;
    const folder = this.#wrap(skill, plugin);
    const archive = join(this.scratch.folder, 'archives', `p${number}.tgz`);
    mkdirSync(join(archive, '..'), { recursive: true });

    const packed = await this.scratch.svc([
      'plugin',
      'pack',
      folder,
      '--output',
      archive,
      '--json',
    ]);
    if (packed.code !== 0) return verdict(packed);
    const published = await this.scratch.svc(['plugin', 'publish', folder, '--json']);
    if (published.code !== 0) return verdict(published);

    const { size, fingerprint } = JSON.parse(published.stdout);
    const warnings = published.stderr.match(/^warning:.*$/gm) ?? [];
    const same = sha256(gunzipSync(readFileSync(archive))) === fingerprint;
    const failed = same ? undefined : 'what was packed and what was published differ';
    return { plugin, folder, published: true, bytes: size, warnings, failed };
  }

  /** `installed` when every file arrived as it was. */
  async install({ plugin, folder }) {
    const result = await this.scratch.svc(['install', plugin, '--yes', '--json'], {
      cwd: this.repository,
    });
    if (result.code !== 0) return { failed: problemOf(result) };
    const differing = differences(folder, join(this.repository, '.svc', 'plugins', plugin)).filter(
      (path) => path !== INSTALL_RECORD,
    );
    return differing.length === 0
      ? { installed: true }
      : { failed: `installed otherwise than published: ${differing.join(', ')}` };
  }

  #wrap(skill, plugin) {
    const folder = join(this.scratch.folder, 'plugins', plugin);
    mkdirSync(join(folder, '.svc-plugin'), { recursive: true });
    cpSync(skill.folder, join(folder, 'skills', skill.name), { recursive: true });
    const manifest = {
      name: plugin,
      version: '0.1.0',
      description: `The skill ${skill.name}`,
      private: false,
    };
    writeFileSync(
      join(folder, '.svc-plugin', 'plugin.json'),
      `${JSON.stringify(manifest, null, 2)}\n`,
    );
    return folder;
  }
}

function verdict(result) {
  const problem = problemOf(result);
  return REFUSED.includes(result.code) ? { refused: problem } : { failed: problem };
}

/** The message and its issues, without what only a person at a terminal needs. */
function problemOf({ code, stdout, stderr }) {
  try {
    const { message, detail, issues = [] } = JSON.parse(stdout).error ?? JSON.parse(stdout);
    const places = issues.map(
      (issue) => [issue.file, issue.line].filter(Boolean).join(':') + ` ${issue.message}`,
    );
    return places.length > 0 ? places.join('; ') : (detail ?? message);
  } catch {
    return `exit ${code}: ${stderr.trim().split('\n').join(' ')}`;
  }
}

function differences(from, to) {
  const [before, after] = [contents(from), contents(to)];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

function contents(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), sha256(readFileSync(path))];
    }),
  );
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
