import { applyDecorators, HttpCode } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { z } from 'zod';

/** What a route answers: a contract schema, or a list of them. For the API's description alone. */
export const Answers = Reflector.createDecorator<z.ZodType | [z.ZodType] | undefined>();

/** The media types of a success that no schema describes. For the API's description alone. */
export const ProducedTypes = Reflector.createDecorator<readonly string[] | undefined>();
export const Produces = (...types: string[]) => ProducedTypes(types);

/** The statuses of a success, for the API's description. */
export const SuccessStatuses = Reflector.createDecorator<readonly number[] | undefined>();

/** The status of a success, followed by those that the handler sets itself. */
export function Status(status: number, ...others: number[]) {
  return applyDecorators(HttpCode(status), SuccessStatuses([status, ...others]));
}
