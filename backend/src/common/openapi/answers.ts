import { Reflector } from '@nestjs/core';
import type { z } from 'zod';

/** What a route answers: a contract schema, or a list of them. For the API's description alone. */
export const Answers = Reflector.createDecorator<z.ZodType | [z.ZodType] | undefined>();
