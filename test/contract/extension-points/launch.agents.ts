import { contribute } from 'svc-registry/kernel';
import { launchAgentsPoint, type LaunchAgent } from 'svc-registry/launch';

/** It prints its answer and nothing else. */
export class PlainAnswers implements LaunchAgent {
  answer(stdout: string) {
    return stdout.trim() === '' ? undefined : stdout;
  }
}

export const contribution = contribute(
  launchAgentsPoint,
  'my-agent',
  {
    display: 'My Agent',
    programs: ['my-agent'],
    install: 'Install it with `npm install -g my-agent`.',
    keys: { anyOf: ['MY_AGENT_KEY'] },
    hosts: ['api.my-agent.example'],
    headless: {
      args: ['run', '--quiet'],
      promptBy: 'stdin',
      prompt: [],
      yolo: ['--allow-everything'],
      guarded: ['--allow-edits'],
    },
    interactive: { args: [], prompt: ['{prompt}'], yolo: ['--allow-everything'] },
    model: ['--model', '{model}'],
  },
  () => Promise.resolve(PlainAnswers),
);
