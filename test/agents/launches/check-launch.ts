import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { ModelServer, type Mind } from '../model-server/model-server.js';
import type { ModelRequest } from '../model-server/protocol.js';
import { tableOf } from '../report.js';
import { ScratchProject, type Tools } from '../scratch-project.js';
import type { LaunchRow } from './launch-row.js';

/** A limit against hanging. */
const RUN_LIMIT_MS = 180_000;

const ENVELOPE = { status: 'succeeded', summary: 'Tea is made.' };

/** How a launch ended. */
export interface LaunchFinding {
  readonly row: LaunchRow;
  readonly version: string;
  /** Whether it ended with the result that the model reported. */
  readonly valid: boolean;
  /** How the result arrived, or what came in its place. */
  readonly note: string;
}

/** Runs one skill with an agent, as `svc launch skill` starts it, against a model that reports a result. */
export async function checkLaunch(
  row: LaunchRow,
  folder: string,
  tools: Tools,
): Promise<LaunchFinding> {
  const scratch = await ScratchProject.make(folder, row.program, tools);
  const said = await scratch.all(scratch.program, ['--version']);
  const version = /\d+\.\d+\.\d+/.exec(said)?.[0] ?? 'unknown';
  const model = await ModelServer.start(mindOf(row));
  try {
    await row.prepare?.(scratch, model.origin);
    const printed = await launched(row, scratch, { model: model.origin, tools });
    const { status, result } = fieldsOf(parsedJson(printed));
    const valid = status === 'completed' && JSON.stringify(result) === JSON.stringify(ENVELOPE);
    const how = row.write === undefined ? 'in the answer' : 'in the file';
    return { row, version, valid, note: valid ? how : printed.trim() || 'it printed nothing' };
  } finally {
    await model.stop();
  }
}

/** The model reads where the file is, as a model would, writes it, and says so. */
function mindOf(row: LaunchRow): Mind {
  const fileIn = ({ shown }: ModelRequest): string =>
    /to the file ([^\s"\\]+result\.json)/.exec(shown)?.[1] ?? 'no-file-was-named';
  return (request) => {
    if (request.tools.length === 0) return { text: 'Tea' };
    const content = JSON.stringify(ENVELOPE);
    if (row.write === undefined) return { text: `Done.\n\n\`\`\`json\n${content}\n\`\`\`` };
    return request.toolResults.length === 0
      ? { call: row.write(fileIn(request), content) }
      : { text: 'Done.' };
  };
}

async function launched(
  row: LaunchRow,
  scratch: ScratchProject,
  { model, tools }: { readonly model: string; readonly tools: Tools },
): Promise<string> {
  const skill = `file:${join(tools.root, 'test/agents/plugin')}#brew-tea`;
  const args = ['launch', 'skill', skill, '--agent', row.id, '--json'];
  const chosen = row.model === undefined ? [] : ['--model', row.model];
  const options = {
    cwd: scratch.project,
    env: { ...scratch.env, ...row.env(model) },
    timeout: RUN_LIMIT_MS,
  };
  const printed = await new Promise<{ stdout: string; stderr: string }>((done) => {
    // an exit code other than 0 belongs to what is judged
    execFile(
      join(tools.root, 'dist/bin/svc.cjs'),
      [...args, ...chosen],
      options,
      (_error, stdout, stderr) => {
        done({ stdout, stderr });
      },
    );
  });
  await writeFile(scratch.log, `${printed.stdout}\n${printed.stderr}`);
  return printed.stdout.trim() === '' ? printed.stderr : printed.stdout;
}

const HEAD = ['agent', 'version', 'result'];

/** What was found, as a Markdown table. */
export function launchTable(findings: readonly LaunchFinding[]): string {
  const rows = findings.map(({ row, version, valid, note }) => [
    row.id,
    version,
    valid ? `yes, ${note}` : '**no**',
  ]);
  return tableOf(HEAD, rows);
}
