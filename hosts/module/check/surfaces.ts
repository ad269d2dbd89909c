import { commandLine, type ModuleManifest } from '../../../kernel/index.js';
import { commandHelp } from '../../cli/command-help.js';
import { openApiDocument } from '../../http/openapi.js';
import { toolsOf } from '../../mcp/tools.js';
import { problem, reasonOf, type Finding } from './finding.js';
import type { Subject } from './subject.js';

const COLUMNS = 80;

/** Everything that hosts derive from a manifest: help, tools, the OpenAPI document. */
function surfacesOf(manifest: ModuleManifest): readonly (readonly [string, () => unknown])[] {
  return [
    ...manifest.operations.flatMap((operation) => {
      const { cli } = operation;
      return cli === undefined
        ? []
        : [
            [
              `the help of \`${commandLine(cli)}\``,
              () => commandHelp(commandLine(cli), operation, COLUMNS),
            ] as const,
          ];
    }),
    ['the tools', () => toolsOf(manifest.operations)],
    ['the OpenAPI document', () => openApiDocument([manifest], '0')],
  ];
}

export async function checkSurfaces(subject: Subject): Promise<Finding[]> {
  const file = subject.relative(subject.files.module);
  const manifest = await subject.manifest();
  const mute = manifest.operations.filter(({ cli, mcp, http }) =>
    [cli, mcp, http].every((surface) => surface === undefined),
  );
  return [
    ...mute.map(({ id }) =>
      problem(`operation "${id}" shows nowhere: it has no "cli", no "mcp" and no "http"`, { file }),
    ),
    ...surfacesOf(manifest).flatMap(([name, make]) => {
      try {
        make();
        return [];
      } catch (error) {
        return [problem(`${name} cannot be made: ${reasonOf(error)}`, { file })];
      }
    }),
  ];
}
