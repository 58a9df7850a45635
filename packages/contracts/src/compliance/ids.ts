/** Prefixes of the ids that compliance mints. */
export const complianceIds = {
  consent: 'cns',
  consentHistoryEntry: 'cnh',
  consentReceipt: 'rcp',
  legalDocument: 'lgd',
  ssfReceiver: 'ssr',
  securityEventToken: 'set',
  auditExport: 'aex',
} as const;
