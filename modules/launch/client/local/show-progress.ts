import type { Context } from 'svc-registry/kernel';
import type { ReadyAgent } from '../agent-launcher.js';
import type { AgentProcess } from './agent-process.js';

const EVERY_MS = 1_000;
/** Bytes of the end of the output in which the last message is looked for. */
const LOOKED_AT = 64 * 1024;

interface Running {
  readonly ready: ReadyAgent;
  readonly running: AgentProcess;
}

/** Shows for how long an agent has been running, and the beginning of what it said last. Answers a function that stops it. */
export function showProgress(
  skill: string,
  { ready, running }: Running,
  { progress }: Pick<Context, 'progress'>,
): () => void {
  const { facts, agent } = ready;
  const started = performance.now();
  const show = (): void => {
    const [said = ''] = (agent.answer(running.soFar(LOOKED_AT)) ?? '').trim().split('\n');
    const time = clockText(performance.now() - started);
    progress.step(`${facts.display} runs ${skill} (${time})${said === '' ? '' : `: ${said}`}`);
  };
  progress.step(`${facts.display} runs ${skill}`);
  const timer = setInterval(show, EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}

/** Minutes and seconds. */
function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
