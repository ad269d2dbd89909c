import { pluginArchive } from './archive.mjs';
import { bearer, publish } from './registry-client.mjs';

const VERSIONS = 100;
const FILES = 20;
const AT_A_TIME = 4;
const BUDGET = 25;

/** Publishes ready-made archives over HTTP, several at a time, each a new version. */
export async function measurePublishing(scratch) {
  const token = await bearer(scratch);
  const archives = await Promise.all(
    Array.from({ length: VERSIONS }, (_, index) => pluginArchive('bench/published', `1.0.${index}`, FILES)),
  );
  await publish(scratch, token, await pluginArchive('bench/published', '0.9.0', FILES)); // the first one creates the plugin
  const queue = archives.values();
  const started = performance.now();
  const publisher = async () => {
    for (const archive of queue) await publish(scratch, token, archive);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, publisher));
  const rate = VERSIONS / ((performance.now() - started) / 1000);
  return [
    {
      what: `publish of ${FILES} files`,
      measured: `${rate.toFixed(0)}/s`,
      comparedWith: `${VERSIONS} versions, ${AT_A_TIME} at a time`,
      budget: `${BUDGET}/s`,
      within: rate >= BUDGET,
    },
  ];
}
