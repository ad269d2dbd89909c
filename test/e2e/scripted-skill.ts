/** The text of a skill that the scripted agent carries out. */
export const scriptedSkill = (name: string, steps: readonly object[], more = ''): string =>
  `---\nname: ${name}\ndescription: Does what its script says. Use when a script is to be run.\n${more}---\n\n# ${name}\n\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n`;
