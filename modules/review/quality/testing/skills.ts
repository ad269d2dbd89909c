/** Skills from very good to poor, to see what changes do to their scores. */
import type { Texts } from './paddings.js';

const RELEASE_NOTES: Texts = {
  description:
    'Drafts release notes from merged pull requests: collects titles and labels, groups entries by component, and flags breaking changes. Use when the user asks for a changelog, tags a version, or says "list the merged pull requests".',
  body: `# Release notes

## Workflow

1. Run \`git describe --tags --abbrev=0\` to find the previous tag.
2. List merged pull requests since that tag with \`gh pr list --state merged --json title,labels\`.
3. Group entries by the label \`component/*\`; put pull requests without a label under "Other".
4. Write \`CHANGELOG.md\`, newest version on top.
5. Verify that each merged pull request occurs exactly once. If one is missing, return to step 2.

## Entry

\`\`\`markdown
### Storage
- Uploads resume after a lost connection (#412)
\`\`\`

If a pull request has the label \`breaking\`, begin its entry with "Breaking:" and say how to migrate.`,
};

const SQL: Texts = {
  description:
    'Reviews PostgreSQL migrations for locks and data loss. Use when a migration adds, drops or rewrites a column.',
  body: `# Migration review

Read the migration and the size of each table that it changes.

- \`ALTER TABLE\` with a volatile default rewrites the table: add the column first, then fill it.
- \`CREATE INDEX\` blocks writes; prefer \`CREATE INDEX CONCURRENTLY\` outside of a transaction.
- A dropped column must be unused by the release that is running.

Report each finding with its line, the lock that it takes and a safer statement.`,
};

const PHOTOS: Texts = {
  description: 'Helps with photos and albums',
  body: `# Photos

This skill helps you to organize photos. Photos can be sorted into albums.

Albums have a title and a date. Look at the photos and find good ones.`,
};

const DEPLOY: Texts = {
  description: 'Deploys the web shop to its staging cluster with Helm.',
  body: `# Deploying the shop

The chart of the shop lies in \`deploy/chart\`.

1. Build the image: \`docker build -t shop:$SHA .\`
2. Push the image to the registry of the staging cluster.
3. Upgrade the release:

\`\`\`bash
helm upgrade shop deploy/chart --set image.tag=$SHA --wait
\`\`\`

4. Check that the pods of the shop run the new image.`,
};

/** By name. */
export const sampleSkills: ReadonlyMap<string, Texts> = new Map([
  ['release notes', RELEASE_NOTES],
  ['migrations', SQL],
  ['photos', PHOTOS],
  ['deployment', DEPLOY],
]);
