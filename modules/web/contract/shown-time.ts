/** An instant as pages show it: `2026-11-30 08:00 UTC`. */
export const shownTime = (instant: string): string =>
  `${instant.slice(0, 16).replace('T', ' ')} UTC`;
