// npm run surface: records every command, tool and route in docs/reference/surface.json, and every setting in settings.md beside it.
// With --check it writes nothing, and fails when a record is not what the modules declare.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { settingsText } from './manifest/settings.mjs';
import { surfaceOf, surfaceText } from './manifest/surface.mjs';

const ROOT = resolve(import.meta.dirname, '..');

const RECORDS = {
  'docs/reference/surface.json': (manifests) => surfaceText(surfaceOf(manifests)),
  'docs/reference/settings.md': settingsText,
};

function firstDifference(recorded, declared) {
  const [old, now] = [recorded.split('\n'), declared.split('\n')];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`);
  const added = now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`);
  return [...gone, ...added].slice(0, 20).join('\n');
}

async function check(record, declared) {
  const recorded = await readFile(join(ROOT, record), 'utf8').catch(() => '');
  if (recorded === declared) return;
  throw new Error(
    `${record} is not what the modules declare:\n${firstDifference(recorded, declared)}\nRecord it with: npm run surface`,
  );
}

async function write(record, declared) {
  await mkdir(dirname(join(ROOT, record)), { recursive: true });
  await writeFile(join(ROOT, record), declared);
}

try {
  await build({ bundled: false });
  const manifests = JSON.parse(await readFile(join(ROOT, 'dist/manifests.json'), 'utf8'));
  const keep = process.argv.includes('--check') ? check : write;
  for (const [record, textOf] of Object.entries(RECORDS)) await keep(record, textOf(manifests));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
