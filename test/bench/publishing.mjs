import { pluginArchive } from './archive.mjs';
import { bearer, publish } from './registry-client.mjs';
import { usagePer } from './usage.mjs';

const VERSIONS = 100;
const FILES = 20;
const BUDGET = 25;

/** Posts archives that were made beforehand over HTTP, each a new version of one plugin. Making them is not measured. */
export async function measurePublishing(scratch) {
  const token = await bearer(scratch);
  await publish(scratch, token, await pluginArchive('bench/published', '0.9.0', FILES)); // the first one creates the plugin
  return [
    await publishAtOnce(scratch, { token, minor: 0, atOnce: 1 }),
    await publishAtOnce(scratch, { token, minor: 1, atOnce: 4 }),
  ];
}

async function publishAtOnce(scratch, { token, minor, atOnce }) {
  const versions = Array.from({ length: VERSIONS }, (_, patch) => `1.${minor}.${patch}`);
  const archives = await Promise.all(
    versions.map((version) => pluginArchive('bench/published', version, FILES)),
  );
  const queue = archives.values();
  const publisher = async () => {
    for (const archive of queue) await publish(scratch, token, archive);
  };
  const started = performance.now();
  const { cpu, statements } = await usagePer(scratch.server, VERSIONS, () =>
    Promise.all(Array.from({ length: atOnce }, publisher)),
  );
  const rate = VERSIONS / ((performance.now() - started) / 1000);
  return {
    what: `publish of ${FILES} files, ${atOnce === 1 ? 'one after the other' : `${atOnce} at a time`}`,
    measured: `${rate.toFixed(0)}/s`,
    comparedWith: `${VERSIONS} versions; ${(cpu / 1000).toFixed(0)} ms of processor time and ${statements.toFixed(0)} statements each`,
    budget: `${BUDGET}/s`,
    within: rate >= BUDGET,
  };
}
