// npm run surface: records every command, tool and route in docs/reference/surface.json.
// With --check it writes nothing, and fails when the record is not what the modules declare.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { surfaceOf, surfaceText } from './manifest/surface.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const RECORD = join(ROOT, 'docs/reference/surface.json');

function firstDifference(recorded, declared) {
  const [old, now] = [recorded.split('\n'), declared.split('\n')];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`);
  const added = now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`);
  return [...gone, ...added].slice(0, 20).join('\n');
}

try {
  await build({ bundled: false });
  const manifests = JSON.parse(await readFile(join(ROOT, 'dist/manifests.json'), 'utf8'));
  const declared = surfaceText(surfaceOf(manifests));
  if (process.argv.includes('--check')) {
    const recorded = await readFile(RECORD, 'utf8').catch(() => '');
    if (recorded !== declared) {
      throw new Error(
        `docs/reference/surface.json is not what the modules declare:\n${firstDifference(recorded, declared)}\nRecord it with: npm run surface`,
      );
    }
  } else {
    await mkdir(dirname(RECORD), { recursive: true });
    await writeFile(RECORD, declared);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
