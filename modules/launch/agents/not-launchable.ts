/** Agents that `svc install` knows and that cannot be launched, and why. */
export const notLaunchable: Readonly<Record<string, string>> = {
  agents: 'it stands for all agents without an id of their own',
  antigravity: 'it has no headless mode that svc knows',
  'copilot-vscode': 'it runs inside an editor; its command-line program is `copilot`',
  openclaw: 'it has no headless mode that svc knows',
  openhands: 'it has no headless mode that svc knows',
  roo: 'it runs inside an editor',
  zed: 'it has no headless mode',
};
