/** How a badge looks: `plain` for what is neither good nor bad, `accent` for what goes on. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

/** A few words about a state, for the macro `badge`. */
export interface Badge {
  readonly text: string;
  readonly tone: Tone;
}

/** The states that objects of several modules have. */
const tones: ReadonlyMap<string, Tone> = new Map([
  ['active', 'good'],
  ['completed', 'good'],
  ['failed', 'bad'],
  ['needs_input', 'warn'],
  ['no_action', 'plain'],
  ['paused', 'warn'],
  ['pending', 'accent'],
  ['running', 'accent'],
  ['succeeded', 'good'],
  ['waiting_for_input', 'warn'],
]);

/** The tone of a state by its name, so that the same state looks the same on every page; `plain` for any other. */
export const toneOf = (state: string): Tone => tones.get(state) ?? 'plain';
