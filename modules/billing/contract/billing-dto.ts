import {
  IsBoolean,
  IsIn,
  IsInstant,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
  Nullable,
  Optional,
  Type,
  ValidateNested,
} from 'svc-registry/dto';
import { bundleIds, plans, type BundleId, type Plan } from './plans.js';

const MAX_CREDITS = 1_000_000_000;
const MAX_PRICE = 1_000_000;

export class OrganizationRef {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) orgId!: string;
}

/** Optional parts of the answer. */
export class CreditsInput extends OrganizationRef {
  /** `bundles` includes the amounts in which credits are added. */
  @Optional() @IsIn(['bundles']) include?: 'bundles';
}

export class SubscriptionView {
  @IsUUID() organizationId!: string;
  @IsIn(plans) plan!: Plan;
  /** Whether the plan includes the features of paid plans. */
  @IsBoolean() paid!: boolean;
  /** Price of a month in US dollars; `null` for free plans and individual agreements. */
  @Nullable() @IsNumber() monthlyPriceUsd!: number | null;
  /** Price of a month after an upgrade, in US dollars; `null` on paid plans and if no upgrade is offered. */
  @Nullable() @IsNumber() upgradePriceUsd!: number | null;
}

/** An amount in which credits are added. */
export class BundleView {
  @IsIn(bundleIds) id!: BundleId;
  @IsInt() credits!: number;
}

export const creditStates = ['ok', 'over_budget', 'unlimited'] as const;

/** The credits of an organization. Numbers that depend on a limit are `null` for `unlimited`. */
export class CreditsView {
  @IsUUID() organizationId!: string;
  @IsIn(creditStates) state!: (typeof creditStates)[number];
  /** Credits of the current month, including added ones; `null` without a limit. */
  @Nullable() @IsInt() limit!: number | null;
  /** Credits used by the runs that ended this month. */
  @IsInt() used!: number;
  /** Credits reserved for unfinished runs. */
  @IsInt() reserved!: number;
  /** Credits available for new runs; never below 0; `null` without a limit. */
  @Nullable() @IsInt() remaining!: number | null;
  /** Start of the current month; usage starts at 0 each month. */
  @IsInstant() windowStart!: string;
  /** By how much the limit is exceeded, as happens with an overage, or when the limit was lowered. */
  @IsInt() overLimit!: number;
  /** Whether runs that use credits are currently refused. */
  @IsBoolean() blocked!: boolean;
  /** Whether runs may exceed the limit. */
  @IsBoolean() overageAllowed!: boolean;
  /** Only if requested. */
  @Optional()
  @ValidateNested({ each: true })
  @Type(() => BundleView)
  bundles?: readonly BundleView[];
}

/** Changes to the plan of an organization; omitted fields stay as they are. */
export class SetPlanInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** The plan. */
  @Optional() @IsIn(plans) plan?: Plan;
  /** Credits of each month. */
  @Optional() @IsInt() @Min(0) @Max(MAX_CREDITS) credits?: number;
  /** No limit of credits. */
  @Optional() @IsBoolean() noLimit?: boolean;
  /** Add these credits to the current month. */
  @Optional() @IsIn(bundleIds) add?: BundleId;
  /** Let runs exceed the limit. */
  @Optional() @IsBoolean() overage?: boolean;
  /** Price of a month in US dollars, as it is shown to the organization. */
  @Optional() @IsNumber() @Min(0) @Max(MAX_PRICE) monthlyPrice?: number;
  /** Price of a month after an upgrade in US dollars, as it is shown to the organization while its plan is free. */
  @Optional() @IsNumber() @Min(0) @Max(MAX_PRICE) upgradePrice?: number;
  /** Remove both prices, as for an individual agreement; a price that is also given is set. */
  @Optional() @IsBoolean() noPrices?: boolean;
  /** Folder of the server's data; default SVC_DATA_DIR, else ~/.svc/server. */
  @Optional() @IsString() @IsNotEmpty() dataDir?: string;
}

/** An organization's plan and credits. */
export class PlanView {
  /** Name of the organization. */
  @IsString() organization!: string;
  @ValidateNested() @Type(() => SubscriptionView) subscription!: SubscriptionView;
  @ValidateNested() @Type(() => CreditsView) credits!: CreditsView;
}
