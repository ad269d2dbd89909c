import { CreateVersionReports1768100000000 } from './moderation/create-version-reports.js';
import { AddSearchFacts1768200000000 } from './publishing/add-search-facts.js';
import { VersionReport } from './moderation/version-report.entity.js';
import { CreateReviewRuns1768000000000 } from './runs/create-review-runs.js';
import { IndexTypes1769200000000 } from './runs/index-types.js';
import { jobEntities } from './runs/jobs.entity.js';
import { ReviewRun } from './runs/review-run.entity.js';

export const entities = [ReviewRun, ...jobEntities, VersionReport];
export const migrations = [
  CreateReviewRuns1768000000000,
  CreateVersionReports1768100000000,
  AddSearchFacts1768200000000,
  IndexTypes1769200000000,
];
