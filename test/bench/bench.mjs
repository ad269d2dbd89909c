// npm run bench [-- start-up tool-server installing sources reading authorization publishing finding two-servers lanes reviewing moderating lnk-paths scale judging-again schedules]: prints a Markdown table of what was measured against its budget. Writes nothing.
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Scratch } from '../../tools/scratch.mjs';
import { measureAuthorization } from './authorization.mjs';
import { measureInstalling, measureSources } from './installing.mjs';
import { measureJudgingAgain } from './judging-again.mjs';
import { measureLanes } from './lanes.mjs';
import { measureLnkPaths } from './lnk-paths.mjs';
import { measureModerating } from './moderating.mjs';
import { measurePublishing } from './publishing.mjs';
import { measureReading } from './reading.mjs';
import { measureReviewing } from './reviewing.mjs';
import { measureSchedules } from './schedules/schedules.mjs';
import { measureScale } from './search/scale.mjs';
import { measureFinding } from './search/search.mjs';
import { measureStartUp } from './start-up.mjs';
import { measureToolServer } from './tool-server.mjs';
import { measureTwoServers } from './two-servers.mjs';

const PARTS = {
  'start-up': measureStartUp,
  'tool-server': measureToolServer,
  installing: measureInstalling,
  reading: measureReading,
  authorization: measureAuthorization,
  publishing: measurePublishing,
  finding: measureFinding,
  'two-servers': measureTwoServers,
  lanes: measureLanes,
  reviewing: measureReviewing,
  moderating: measureModerating,
  'lnk-paths': measureLnkPaths,
};

/** Takes too long to run with the others. */
const ALONE = {
  sources: measureSources, // part of `installing`
  scale: measureScale,
  'judging-again': measureJudgingAgain,
  schedules: measureSchedules,
};

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : Object.keys(PARTS);
const scratch = new Scratch('bench');
try {
  await scratch.startServer({
    nodeArgs: ['--import', import.meta.resolve('./count-statements.mjs')],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await scratch.signInFirstAdministrator();
  await scratch.json(['workspace', 'create', 'bench']);
  console.log(
    `Node ${process.versions.node} on ${process.platform}, ${availableParallelism()} cores, SQLite\n`,
  );
  console.log('| what | measured | compared with | budget | |\n| --- | --- | --- | --- | --- |');
  for (const name of names) {
    for (const row of await { ...PARTS, ...ALONE }[name](scratch)) {
      console.log(
        `| ${row.what} | ${row.measured} | ${row.comparedWith} | ${row.budget} | ${verdictOn(row)} |`,
      );
    }
  }
} finally {
  await scratch.stop();
  rmSync(scratch.folder, { recursive: true, force: true });
}

function verdictOn({ skipped, within }) {
  if (skipped) return 'skipped';
  if (within === undefined) return 'not judged';
  return within ? 'within' : '**over**';
}
