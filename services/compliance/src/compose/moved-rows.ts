import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { sealedByErasure } from '../erasure/subject-seals.ts';
import { sealedReceiverHeaders } from '../ssf/receiver-header.ts';

/** What moves with a tenant to another installation. */
export const movedRows: MovedRows = {
  leftOut: {
    access_parts: 'the data of an access request is in the object store of this installation',
    access_requests:
      'its file is in the object store of this installation, for some days; an open one is made again',
    audit_export_parts: 'belongs to an export that stays',
    audit_exports: 'files in the object store of this installation, for some days',
    audit_seen: 'ids of messages that only this installation publishes',
    ssf_tokens: 'signed with keys of this installation, and sent within seconds',
  },
  position: `SELECT coalesce(sum(last_seq), 0)::text AS position FROM audit_heads WHERE tenant_id = $1`,
  sealed: [...sealedByErasure, sealedReceiverHeaders],
};
