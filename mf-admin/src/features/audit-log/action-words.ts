import type { AuditEntry } from '@kickoff/contracts';

import { texts } from '../../texts';

/** The text of each kind of entry. */
export const ACTION_WORDS: Record<AuditEntry['action'], string> = texts.auditLog.action;

/** The text of each kind of target. */
export const TARGET_WORDS: Record<AuditEntry['targetType'], string> = texts.auditLog.targetKind;
