import type { Tx } from '@platform/kit/database';
import { uuidOf } from '@platform/kit/ids';

/** The tenant as rows of tuples name it: 16 bytes in place of 30 (ADR 32). */
export const tenantOf = (tx: Tx): string => uuidOf('tenant', tx.context.tenantId);
