// What the security review of everything that is published costs: a server with it beside one without.
import { setTimeout as wait } from 'node:timers/promises';
import {
  AT_ONCE,
  close,
  judged,
  onBoth,
  restart,
  skill,
  withSkills,
  worldWith,
} from './moderated-world.mjs';
import { publish } from './registry-client.mjs';

const VERSIONS = 200;
const BACKLOG = 1000;
const RATE = 25;
const SHARE = 0.5;
const VERDICT_MS = 2000;
const DRAINED = 40;

export const measureModerating = () => onBoth('moderation', measureOn);

async function measureOn(engine, ...databases) {
  const without = await worldWith('off', databases[0]);
  const rateWithout = await publishing(without);
  const world = await worldWith('on', databases[1]);
  try {
    const rate = await publishing(world);
    const share = rate / rateWithout;
    await judged(world);
    const p95 = await verdicts(world);
    const drained = await backlog(without);
    return [
      row(`publish, ${AT_ONCE} at a time, moderated, ${engine}`, {
        measured: `${rate.toFixed(0)}/s`,
        comparedWith: `${rateWithout.toFixed(0)}/s without a scanner: ${share.toFixed(2)}`,
        budget: `${RATE}/s, ${SHARE}`,
        within: rate >= RATE && share >= SHARE,
      }),
      row(`p95 from the publish to the verdict, ${AT_ONCE} at a time, ${engine}`, {
        measured: `${p95.toFixed(0)} ms`,
        budget: `${VERDICT_MS} ms`,
        within: p95 <= VERDICT_MS,
      }),
      row(`judging ${BACKLOG} versions that were skipped, ${engine}`, {
        measured: `${drained.toFixed(0)}/s`,
        budget: `${DRAINED}/s`,
        within: drained >= DRAINED,
      }),
    ];
  } finally {
    for (const one of [without, world]) await close(one);
  }
}

async function publishing({ scratch, token }) {
  await publish(scratch, token, await skill('first'));
  const seconds = await withSkills('published', VERSIONS, (_, archive) =>
    publish(scratch, token, archive),
  );
  return VERSIONS / seconds;
}

async function verdicts(world) {
  const times = [];
  await withSkills('judged', VERSIONS, async (name, archive) => {
    const started = performance.now();
    await publish(world.scratch, world.token, archive);
    while ((await statusOf(world, name)) === 'pending') await wait(20);
    times.push(performance.now() - started);
  });
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)];
}

/** Publishes without a scanner, and starts the server again with one. */
async function backlog(world) {
  const { scratch, token } = world;
  await withSkills('skipped', BACKLOG - VERSIONS - 1, (_, archive) =>
    publish(scratch, token, archive),
  );
  await restart(world, { SVC_MODERATION: 'on' });
  const started = performance.now();
  await judged(world);
  return BACKLOG / ((performance.now() - started) / 1000);
}

async function statusOf({ scratch, token }, name) {
  const headers = { authorization: `Bearer ${token}` };
  const path = `/v1/tiles/bench/${name}/versions/1.0.0`;
  const response = await fetch(`${scratch.origin}${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).data.moderationStatus;
}

const row = (what, { comparedWith = '', ...measured }) => ({ what, comparedWith, ...measured });
