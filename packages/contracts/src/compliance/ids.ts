/** Prefixes of the ids that compliance generates. */
export const complianceIds = {
  consent: 'cns',
  consentHistoryEntry: 'cnh',
  consentReceipt: 'rcp',
  legalDocument: 'lgd',
  erasureRequest: 'era',
  erasureHold: 'hld',
  vetoClient: 'vcl',
  vetoConsultation: 'vcn',
  accessRequest: 'dsr',
  ssfReceiver: 'ssr',
  securityEventToken: 'set',
  auditExport: 'aex',
  auditVerification: 'auv',
} as const;
