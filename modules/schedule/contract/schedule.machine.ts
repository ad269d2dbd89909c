import { defineMachine } from 'svc-registry/kernel';

export const scheduleStates = ['active', 'paused'] as const;
export type ScheduleState = (typeof scheduleStates)[number];
export type ScheduleEvent = 'pause' | 'resume' | 'suspend';

/** Whether a schedule starts launches (registry-service.md, "States and transitions"). Triggering and deleting are possible in every state. */
export const scheduleMachine = defineMachine<ScheduleState, ScheduleEvent>({
  id: 'schedule.schedule',
  summary: 'Whether a schedule starts launches',
  initial: 'active',
  states: {
    active: 'starts a launch at each of its times',
    paused: 'starts nothing until somebody resumes it; the times that pass are not made up for',
  },
  events: {
    pause: 'a person or program pauses it',
    resume: 'a person or program resumes it, and answers for it from then on',
    suspend:
      'the server pauses it: its owner has lost the right to launch, or its environment is gone',
  },
  transitions: [
    { from: 'active', event: 'pause', to: 'paused' },
    { from: 'paused', event: 'resume', to: 'active' },
    { from: 'active', event: 'suspend', to: 'paused' },
  ],
});
