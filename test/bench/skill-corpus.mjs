// Collections of skills made from a seed: the same bytes on every machine.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const KB = 1024;

/** In number and size of files like two public repositories of skills: a small one with large files, and a large one with small files. */
export const CORPORA = {
  small: { skills: 18, files: 428, bytes: 12_000 * KB },
  large: { skills: 404, files: 1542, bytes: 15_000 * KB },
};

/** Writes `skills/<name>/…` below the folder, and answers the folder that holds the skills. */
export function writeSkills(folder, { skills, files, bytes }) {
  const root = join(folder, 'skills');
  const others = files - skills;
  for (let index = 0; index < skills; index++) {
    const name = `skill-${String(index + 1).padStart(3, '0')}`;
    const count =
      Math.floor(((index + 1) * others) / skills) - Math.floor((index * others) / skills);
    const paths = Array.from({ length: count }, (_, file) => pathOf(file));
    write(join(root, name, 'SKILL.md'), skillText(name, paths));
    paths.forEach((path, file) =>
      write(
        join(root, name, path),
        content(`${name}/${path}`, sizeOf(file, { count, left: bytes / skills })),
      ),
    );
  }
  return root;
}

/** Most files are small; one in sixteen holds most of the bytes, as fonts, schemas and pictures do. */
function sizeOf(file, { count, left }) {
  const large = Math.max(1, Math.round(count / 16));
  return file < large
    ? Math.round((left * 0.7) / large)
    : Math.round((left * 0.3) / (count - large));
}

function pathOf(file) {
  if (file % 16 === 0) return `assets/picture-${file}.bin`;
  return file % 3 === 0 ? `scripts/step-${file}.py` : `references/topic-${file}.md`;
}

function skillText(name, paths) {
  const links = paths.map((path) => `- [${path}](${path}) says more.`);
  const head = [
    '---',
    `name: ${name}`,
    `description: Use when ${name} is needed.`,
    '---',
    '',
    `# ${name}`,
    '',
  ];
  return [...head, prose(name, 4 * KB), '', ...links, ''].join('\n');
}

function content(path, size) {
  return path.endsWith('.bin') ? noise(path, size) : prose(path, size);
}

/** Bytes that look like those of a compressed file. */
function noise(seed, size) {
  const blocks = [];
  for (let length = 0; length < size; length += 32)
    blocks.push(createHash('sha256').update(`${seed}:${length}`).digest());
  return Buffer.concat(blocks).subarray(0, size);
}

function prose(seed, size) {
  const words =
    createHash('sha512')
      .update(seed)
      .digest('hex')
      .match(/.{1,7}/g) ?? [];
  const paragraph = `${words.join(' ')}.\n\n`;
  return paragraph.repeat(Math.ceil(size / paragraph.length)).slice(0, size);
}

function write(file, data) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}
