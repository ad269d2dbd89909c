import { leaveSoon } from './leave.js';
import { runProgram } from './program.js';

// the folder that the build wrote; the bundle keeps this file's own address
process.exitCode = await runProgram(process.argv.slice(2), new URL('../../', import.meta.url));
leaveSoon();
