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

/** Which parts of an answer are wanted besides the rest. */
export class CreditsInput extends OrganizationRef {
  /** `bundles`: also the amounts in which credits are added. */
  @Optional() @IsIn(['bundles']) include?: 'bundles';
}

export class SubscriptionView {
  @IsUUID() organizationId!: string;
  @IsIn(plans) plan!: Plan;
  /** Whether the plan entitles to what only paid plans have. */
  @IsBoolean() paid!: boolean;
  /** Price of a month in US dollars; `null` for plans that are free or agreed one by one. */
  @Nullable() @IsNumber() monthlyPriceUsd!: number | null;
  /** Price of a month after an upgrade, in US dollars; `null` once on a paid plan, and where no upgrade is offered. */
  @Nullable() @IsNumber() upgradePriceUsd!: number | null;
}

/** An amount in which credits are added. */
export class BundleView {
  @IsIn(bundleIds) id!: BundleId;
  @IsInt() credits!: number;
}

export const creditStates = ['ok', 'over_budget', 'unlimited'] as const;

/** What an organization has of credits. Of `unlimited`, the numbers that a limit would give are `null`. */
export class CreditsView {
  @IsUUID() organizationId!: string;
  @IsIn(creditStates) state!: (typeof creditStates)[number];
  /** Credits of the present month, with those that were added; `null` without a limit. */
  @Nullable() @IsInt() limit!: number | null;
  /** Credits that ended runs of this month have used. */
  @IsInt() used!: number;
  /** Credits that are set aside for runs under way. */
  @IsInt() reserved!: number;
  /** What a new run can have; never below 0; `null` without a limit. */
  @Nullable() @IsInt() remaining!: number | null;
  /** Start of the present month; the next one starts with nothing used. */
  @IsInstant() windowStart!: string;
  /** By how much the limit is exceeded, as happens with an overage, or when the limit was lowered. */
  @IsInt() overLimit!: number;
  /** Whether runs that use credits are refused now. */
  @IsBoolean() blocked!: boolean;
  /** Whether runs may exceed the limit. */
  @IsBoolean() overageAllowed!: boolean;
  /** Only when asked for. */
  @Optional()
  @ValidateNested({ each: true })
  @Type(() => BundleView)
  bundles?: readonly BundleView[];
}

/** What to change of an organization's plan; what is left out stays. */
export class SetPlanInput {
  /** Name or id of the organization. */
  @IsString() @Length(1, 100) organization!: string;
  /** The plan. */
  @Optional() @IsIn(plans) plan?: Plan;
  /** Credits of each month. */
  @Optional() @IsInt() @Min(0) @Max(MAX_CREDITS) credits?: number;
  /** No limit of credits. */
  @Optional() @IsBoolean() noLimit?: boolean;
  /** Add these credits to the present month. */
  @Optional() @IsIn(bundleIds) add?: BundleId;
  /** Let runs exceed the limit. */
  @Optional() @IsBoolean() overage?: boolean;
  /** Price of a month in US dollars, as it is shown to the organization. */
  @Optional() @IsNumber() @Min(0) @Max(MAX_PRICE) monthlyPrice?: number;
  /** Price of a month after an upgrade in US dollars, as it is shown to the organization while its plan is free. */
  @Optional() @IsNumber() @Min(0) @Max(MAX_PRICE) upgradePrice?: number;
  /** Take both prices away, as for a plan agreed one by one; a price given beside it is set. */
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
