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
const auditVerification = outline('compliance', 'audit_verification', 'auv');
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

/** Events of consents, legal documents, erasures, exports and security event receivers. */
export const complianceEvents = {
  'consent.requested': consent('A consent was requested.'),
  'consent.granted': consent('A consent was given.'),
  'consent.refused': consent('A consent was denied.'),
  'consent.renewed': consent('A consent was renewed.'),
  'consent.changed': consent('The scope of a consent was changed.'),
  'consent.withdrawn': consent('A consent was withdrawn.', medium),
  'consent.expired': consent('A consent expired.'),
  'consent.invalidated': consent('A consent was invalidated.', medium),
  'consent.reconsent_required': consent('A consent must be given again.'),

  'legal_document.created': document('A version of a legal document was created.'),
  'legal_document.activated': document('A version of a legal document was activated.', medium),
  'legal_document.retired': document('A version of a legal document was retired.'),
  'legal_document.deleted': document('A draft of a legal document was deleted.'),

  'erasure.requested': erasure('An erasure was requested.', medium),
  'erasure.subject_deactivated': deactivated(
    'The account of a user whose erasure was requested was deactivated.',
    { ...medium, ...externalIds },
  ),
  'erasure.hold_raised': erasure('A hold was placed on an erasure request.', {
    ...medium,
    ...hold,
  }),
  'erasure.hold_lifted': erasure('A hold was lifted.', { ...medium, ...hold }),
  'erasure.held': erasure('An erasure is waiting because of a hold.', medium),
  'erasure.deferred': erasure(
    'An erasure has been held for too long and requires a decision. Repeated as a reminder.',
    { ...high, data: { reminder: z.int() }, example: { reminder: 0 } },
  ),
  'erasure.started': erasure('An erasure started.', medium),
  'erasure.stalled': erasure('An erasure has made no progress for a while.', {
    ...high,
    ...reason,
  }),
  'erasure.completed': erasure('An erasure was completed.', medium),
  'erasure.cancelled': erasure('An erasure was cancelled.', medium),

  'access_request.created': access('An access request was created.'),
  'access_request.completed': access('The data for an access request is ready.'),
  'access_request.partial': access('Part of the data for an access request is ready.', medium),
  'access_request.failed': access('The data for an access request could not be collected.', medium),
  'access_request.cancelled': access('An access request was cancelled.'),
  'access_request.expired': access('The data for an access request has expired.'),

  'audit_export.created': auditExport('An export of the audit log was requested.', medium),
  'audit_export.completed': auditExport('An export of the audit log is ready.', medium),
  'audit_export.failed': auditExport('An export of the audit log failed.', medium),
  'audit_verification.created': auditVerification('A verification of the audit log was started.'),
  'audit_verification.completed': auditVerification(
    'A verification of the audit log was completed; its result says whether the log is intact.',
    medium,
  ),
  'audit_verification.failed': auditVerification(
    'A verification of the audit log failed before it had a result.',
    medium,
  ),
  'audit.checkpointed': checkpoint('A signed checkpoint of the audit log was created.'),

  'ssf.receiver_registered': receiver('A receiver of security events was registered.', high),
  'ssf.receiver_verified': receiver('A receiver of security events was verified.'),
  'ssf.receiver_enabled': receiver('A receiver of security events was enabled.', medium),
  'ssf.receiver_paused': receiver('A receiver of security events was paused.', medium),
  'ssf.receiver_disabled': receiver('A receiver of security events was disabled.', medium),
  'ssf.receiver_failing': receiver('A receiver of security events is not responding.', {
    ...medium,
    ...reason,
  }),
  'ssf.receiver_removed': receiver('A receiver of security events was removed.', medium),
};
