import { z } from 'zod';

import { notBlank } from './described.js';
import { REPORT_REASON_MAX_LENGTH } from './limits.js';
import { plainText } from './text.js';

export const ReportTarget = z.enum(
  ['post', 'comment', 'story', 'user'],
  'targetType must be post, comment, story or user',
);
export type ReportTarget = z.infer<typeof ReportTarget>;

export const NewReport = z
  .object({
    targetType: ReportTarget,
    targetId: z.string('targetId must be text').max(100, 'targetId is too long'),
    reason: plainText('Reason', REPORT_REASON_MAX_LENGTH).meta(notBlank),
  })
  .meta({ id: 'NewReport' });
export type NewReport = z.infer<typeof NewReport>;

export const ReportFiled = z.object({ _id: z.string() }).meta({ id: 'ReportFiled' });
export type ReportFiled = z.infer<typeof ReportFiled>;
