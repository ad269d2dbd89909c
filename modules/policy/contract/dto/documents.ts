import {
  IsObject,
  IsBoolean,
  IsIn,
  IsInt,
  Max,
  Min,
  Optional,
  OptionalNullable,
  ArrayMaxSize,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { severities, type Severity } from '../../../registry/contract/scanners.js';
import { registryScopes, type RegistryScope } from '../evaluation/rules.js';
import { AsPath, IsGitHost, IsGitPath } from './git-pattern.js';

const MAX_PATTERNS = 500;
const MAX_DAYS = 365;

export class SecurityThreshold {
  /** The mildest finding that installing warns of; `null` or left out for none. */
  @OptionalNullable() @IsIn(severities) minSeverityToWarn?: Severity | null;
  /** The mildest finding that installing refuses; `null` or left out for none. */
  @OptionalNullable() @IsIn(severities) minSeverityToBlock?: Severity | null;
}

export class GitSourcePattern {
  /** Such as `github.com`, with the port where it is not that of https or ssh. Compared without regard to case. */
  @IsGitHost() host!: string;
  /** `<org>` for all its repositories, `<org>/<repo>` for one; also accepted as the list of these parts. Compared without regard to case. */
  @AsPath() @IsGitPath() path!: string;
}

export class SourceRestriction {
  /** Whose plugins of the registry: of everybody, of the organization itself and the organization `svc` of this server, or of the organization only. Default `all`. */
  @Optional() @IsIn(registryScopes) registryScope?: RegistryScope;
  /** Whether anything may be installed from git hosts; default true. */
  @Optional() @IsBoolean() allowGitSources?: boolean;
  /** The repositories that may be installed from; an empty list allows none, left out all. */
  @Optional()
  @ArrayMaxSize(MAX_PATTERNS)
  @ValidateNested({ each: true })
  @Type(() => GitSourcePattern)
  gitSourceAllowlist?: GitSourcePattern[];
}

export class MinimumReleaseAge {
  /** Days that a version must have been published for; 0 for none. */
  @IsInt() @Min(0) @Max(MAX_DAYS) days!: number;
}

export class InstallPolicyRules {
  /** What findings of security scans do. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SecurityThreshold)
  securityThreshold?: SecurityThreshold;
  /** Where plugins may come from. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SourceRestriction)
  sourceRestriction?: SourceRestriction;
  /** How long versions must have been published. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => MinimumReleaseAge)
  minimumReleaseAge?: MinimumReleaseAge;
}

/** What may be installed. */
export class InstallPolicyDocument {
  /** Of this format. */
  @IsInt() @Min(1) @Max(1) version!: number;
  /** What it says; what is left out is not restricted. */
  @IsObject() @ValidateNested() @Type(() => InstallPolicyRules) rules!: InstallPolicyRules;
}

/** Findings of severity LOW never keep a version offline. */
export const blockingSeverities = [
  'MEDIUM',
  'HIGH',
  'CRITICAL',
] as const satisfies readonly Severity[];

export class PublishSecurityThreshold {
  /** The mildest finding that keeps a public version offline; CRITICAL does so also where this is `null` or left out. */
  @OptionalNullable() @IsIn(blockingSeverities) minSeverityToBlock?: Severity | null;
}

export class PublishPolicyRules {
  /** What findings of security scans do. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => PublishSecurityThreshold)
  securityThreshold?: PublishSecurityThreshold;
  /** Whether publishing public plugins is refused; default false. */
  @Optional() @IsBoolean() blockPublicTilePublish?: boolean;
}

/** What may be published. */
export class PublishPolicyDocument {
  /** Of this format. */
  @IsInt() @Min(1) @Max(1) version!: number;
  /** What it says; what is left out is not restricted. */
  @IsObject() @ValidateNested() @Type(() => PublishPolicyRules) rules!: PublishPolicyRules;
}
