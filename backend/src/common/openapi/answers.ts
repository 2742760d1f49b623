import { applyDecorators, HttpCode } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { z } from 'zod';

/** The response of a route for the API description: a contract schema, or a list of them. */
export const Answers = Reflector.createDecorator<z.ZodType | [z.ZodType] | undefined>();

/** Media types of a successful response without a schema, for the API description. */
export const ProducedTypes = Reflector.createDecorator<readonly string[] | undefined>();
export const Produces = (...types: string[]) => ProducedTypes(types);

/** Statuses of a successful response, for the API description. */
export const SuccessStatuses = Reflector.createDecorator<readonly number[] | undefined>();

/** Sets the status of a successful response; `others` are those that the handler sets itself. */
export function Status(status: number, ...others: number[]) {
  return applyDecorators(HttpCode(status), SuccessStatuses([status, ...others]));
}
