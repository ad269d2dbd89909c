import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program, type Server } from './program.js';

const REQUESTS = 120;
/** The level of lines that say what happens; above it stand warnings and errors. */
const INFO = 30;

/** Lets a test end the process by an error that nobody catches. */
const FATAL = 'process.on("SIGUSR2",()=>{throw new Error("the end of this test")})';

describe('the request log of a server that ends', () => {
  let program: Program;
  beforeAll(async () => {
    program = await openProgram();
  });
  afterAll(() => program.close());

  /** The ids of requests that were answered just now. */
  const answered = ({ origin }: Server): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: REQUESTS }, async () => {
        const response = await fetch(`${origin}/health`);
        await response.text();
        return response.headers.get('x-request-id') ?? '';
      }),
    );

  interface Line {
    readonly requestId?: unknown;
    readonly level: number;
    readonly msg: string;
  }
  const linesOf = (text: string): readonly Line[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  const logged = (text: string): ReadonlySet<unknown> =>
    new Set(linesOf(text).map(({ requestId }) => requestId));

  it('is complete after SIGTERM, without a warning, and ends with the word that the server has stopped', async () => {
    const server = await program.serve(['--data-dir', `${program.cwd}/terminated`]);
    const ids = await answered(server);
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(ids.filter((id) => !logged(stderr).has(id))).toEqual([]);
    const lines = linesOf(stderr);
    expect(lines.filter(({ level }) => level > INFO)).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('is complete after an error that nobody caught', async () => {
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FATAL)}` };
    const server = await program.serve(['--data-dir', `${program.cwd}/fatal`], { env });
    const ids = await answered(server);
    server.child.kill('SIGUSR2');
    const { code, stderr } = await server.finished;
    expect(code).not.toBe(0);
    expect(stderr).toContain('the end of this test');
    expect(ids.filter((id) => !logged(stderr).has(id))).toEqual([]);
  });
});
