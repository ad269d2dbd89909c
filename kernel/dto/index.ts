/** Decorators of DTO fields. Modules take them from here, so that one copy of the validating libraries knows all of them. */
import 'reflect-metadata';

/** Makes a DTO of what somebody entered and checks it, as is done before an operation runs. Throws `invalid_input`. */
export { readInput } from '../invoke/input.js';
export { ArrayMaxSize } from './array-max-size.js';
export { decorate } from './decorate.js';
export { IsInstant } from './instant.js';
export { MapOf, type MapOptions, type MapValue } from './map-of.js';
export { OneOf, type OneOfSpec } from './one-of.js';
export { Nullable, Optional, OptionalNullable } from './presence.js';
export { TextOr, type TextOrSpec } from './text-or.js';
export { Transform, Type } from 'class-transformer';
export {
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
