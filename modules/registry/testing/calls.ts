import {
  type AuditedCall,
  type AuditedCalls,
  fresh,
  inTools,
  nameless,
  type Stage,
} from '../../../test/contract/audit/audited-calls.js';
import {
  type AccessCases,
  input,
  type Fixture,
} from '../../../test/contract/authorization/access-case.js';
import { archiveOf } from '../../../test/contract/registry/registry-host.js';

type Visible = 'public' | 'private';

const tile = ({ workspace, plugin }: Fixture, visibility: Visible) => ({
  workspace,
  tile: plugin[visibility],
});
const version = (fixture: Fixture, visibility: Visible) => ({
  ...tile(fixture, visibility),
  version: '1.0.0',
});
/** Reads one plugin, or a part of it. */
const reads = (
  inputOf: (fixture: Fixture, visibility: Visible) => object,
): AccessCases[string] => ({
  least: 'member',
  publicReading: true,
  hasVisibility: true,
  call: (fixture, visibility) => input(inputOf(fixture, visibility)),
});

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'registry.listTiles': { least: 'anyone', noObject: true, call: () => input({}) },
  'registry.searchRegistry': {
    least: 'anyone',
    noObject: true,
    call: () => input({ query: 'demo' }),
  },
  'registry.matchTiles': {
    least: 'anyone',
    noObject: true,
    call: () => input({ purls: ['pkg:npm/demo'] }),
  },
  'registry.listAvailableSkills': { least: 'signed-in', noObject: true, call: () => input({}) },
  'registry.viewTile': reads(tile),
  'registry.viewBadge': reads(tile),
  'registry.listVersions': reads(tile),
  'registry.viewVersion': reads(version),
  'registry.listFiles': reads(version),
  'registry.downloadFile': reads((fixture, visibility) => ({
    ...version(fixture, visibility),
    filePath: '.svc-plugin/plugin.json',
  })),
  'registry.downloadArchive': reads(version),
  'registry.archiveTile': {
    least: 'publisher',
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility), archived: true }),
  },
  'registry.archiveVersion': {
    least: 'publisher',
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility), version: '1.0.0', archived: true }),
  },
  'registry.unpublishTile': {
    least: 'publisher',
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility) }),
  },
  'registry.unpublishVersion': {
    least: 'publisher',
    hasVisibility: true,
    call: async ({ workspace, newPlugin }, visibility) =>
      input({ workspace, tile: await newPlugin(visibility), version: '1.0.0' }),
  },
  'registry.publishTile': {
    least: 'publisher',
    refusal: '401 publish_refused', // the same content again: allowed, and nothing changes
    call: async ({ workspace, archive }) => ({ input: { workspace }, upload: await archive() }),
  },
  'registry.previewPublish': {
    least: 'publisher',
    refusal: '401 publish_refused',
    call: (fixture) => input({ ...version(fixture, 'private'), fingerprint: 'f'.repeat(64) }),
  },
};

async function onPlugin({ fixture }: Stage, input: object = {}): Promise<AuditedCall> {
  const tile = await fixture.newPlugin('private');
  return { input: { ...inTools, tile, ...input }, object: nameless('plugin', `tools/${tile}`) };
}

async function onVersion({ fixture }: Stage, input: object = {}): Promise<AuditedCall> {
  const tile = await fixture.newPlugin('private');
  return {
    input: { ...inTools, tile, version: '1.0.0', ...input },
    object: nameless('version', `tools/${tile}@1.0.0`),
  };
}

export const auditedCalls: AuditedCalls = {
  'registry.publishTile': async () => {
    const name = `tools/${fresh('new')}`;
    return {
      input: inTools,
      upload: await archiveOf({ name, private: true }),
      object: nameless('version', `${name}@1.0.0`),
    };
  },
  'registry.archiveTile': (stage) => onPlugin(stage, { archived: true }),
  'registry.archiveVersion': (stage) => onVersion(stage, { archived: true }),
  'registry.unpublishTile': (stage) => onPlugin(stage),
  'registry.unpublishVersion': (stage) => onVersion(stage),
};
