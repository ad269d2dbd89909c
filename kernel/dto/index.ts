/** Decorators of DTO fields. Modules import them from here, so that a single copy of the validating libraries knows all of them. */
import 'reflect-metadata';

/** Creates a DTO from untrusted input and validates it, as for the input of an operation. Throws `invalid_input`. */
export { readInput } from '../invoke/input.js';
export { AnyJson } from './any-json.js';
export { ArrayMaxSize } from './array-max-size.js';
export { decorate } from './decorate.js';
export { IsInstant } from './instant.js';
export { MapOf, type MapOptions, type MapValue } from './map-of.js';
export { OneOf, type OneOfSpec } from './one-of.js';
export { PageInput } from './page-input.js';
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
