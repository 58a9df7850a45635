import { z } from 'zod';
import { high, medium, named, outline } from '../events/outline.ts';

const consent = outline('compliance', 'user', 'cns', {
  resource: 'consent',
  exampleSubjectId: 'usr_01m7vqhvjpfrhtg5g075cmmcw9',
});
const document = outline('compliance', 'legal_document', 'lgd');
const erasure = outline('compliance', 'erasure_request', 'era');
const deactivated = outline('compliance', 'user', 'usr');
const access = outline('compliance', 'access_request', 'dsr');
const auditExport = outline('compliance', 'audit_export', 'aex');
const checkpoint = outline('compliance', 'tenant', 'chk', {
  resource: 'checkpoint',
  exampleSubjectId: 'tnt_01m7vqhvjpfrhtg5g075cmmcw9',
});
const receiver = outline('compliance', 'ssf_receiver', 'ssr');

const hold = { data: { hold: named }, example: { hold: { id: 'hld_01m7vqhvjpfrhtg5g075cmmcw9' } } };
const reason = { data: { reason: z.string() }, example: { reason: 'peer_unavailable' } };
const externalIds = {
  data: { erasureRequest: named, externalIds: z.array(z.string()) },
  example: { erasureRequest: { id: 'era_01m7vqhvjpfrhtg5g075cmmcw9' }, externalIds: [] },
};

/** Facts of consents, legal documents, erasures, exports and security event receivers. */
export const complianceEvents = {
  'consent.requested': consent('A consent was asked for.'),
  'consent.granted': consent('A consent was given.'),
  'consent.refused': consent('A consent was refused.'),
  'consent.renewed': consent('A consent was given again.'),
  'consent.changed': consent('The extent of a consent was changed.'),
  'consent.withdrawn': consent('A consent was withdrawn.', medium),
  'consent.expired': consent('A consent ran out.'),
  'consent.invalidated': consent('A consent holds no longer.', medium),
  'consent.reconsent_required': consent('A consent is due again.'),

  'legal_document.created': document('A version of a legal document was created.'),
  'legal_document.activated': document('A version of a legal document is in force.', medium),
  'legal_document.retired': document('A version of a legal document is no longer in force.'),
  'legal_document.deleted': document('A draft of a legal document was deleted.'),

  'erasure.requested': erasure('An erasure was requested.', medium),
  'erasure.subject_deactivated': deactivated(
    'A person whose erasure was requested was deactivated.',
    { ...medium, ...externalIds },
  ),
  'erasure.hold_raised': erasure('A hold keeps data from erasure.', { ...medium, ...hold }),
  'erasure.hold_lifted': erasure('A hold was lifted.', { ...medium, ...hold }),
  'erasure.held': erasure('An erasure waits for a hold.', medium),
  'erasure.deferred': erasure(
    'An erasure was held too long and needs a decision. Repeated as a reminder.',
    { ...high, data: { reminder: z.int() }, example: { reminder: 0 } },
  ),
  'erasure.started': erasure('An erasure began.', medium),
  'erasure.stalled': erasure('An erasure makes no progress.', { ...high, ...reason }),
  'erasure.completed': erasure('An erasure is done.', medium),
  'erasure.cancelled': erasure('An erasure was cancelled.', medium),

  'access_request.created': access('Someone asked for their data.'),
  'access_request.completed': access('Data that someone asked for are ready.'),
  'access_request.partial': access('Data that someone asked for are ready in part.', medium),
  'access_request.failed': access('Data that someone asked for could not be gathered.', medium),
  'access_request.cancelled': access('A request for data was cancelled.'),
  'access_request.expired': access('Data that someone asked for are no longer kept.'),

  'audit_export.created': auditExport('An export of the audit log was asked for.', medium),
  'audit_export.completed': auditExport('An export of the audit log is ready.', medium),
  'audit_export.failed': auditExport('An export of the audit log failed.', medium),
  'audit.checkpointed': checkpoint('The audit log was sealed up to a record.'),

  'ssf.receiver_registered': receiver('A receiver of security events was registered.', high),
  'ssf.receiver_verified': receiver('A receiver of security events was verified.'),
  'ssf.receiver_enabled': receiver('A receiver of security events was enabled.', medium),
  'ssf.receiver_paused': receiver('A receiver of security events was paused.', medium),
  'ssf.receiver_disabled': receiver('A receiver of security events was disabled.', medium),
  'ssf.receiver_failing': receiver('A receiver of security events does not answer.', {
    ...medium,
    ...reason,
  }),
  'ssf.receiver_removed': receiver('A receiver of security events was removed.', medium),
};
