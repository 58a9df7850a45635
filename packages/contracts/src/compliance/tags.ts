/** Descriptions of the areas of compliance. */
export const complianceTags: Readonly<Record<string, string>> = {
  'Audit log': 'The audit log: its records, and verifications of its chain of hashes.',
  'Audit exports': 'Exports of the audit log, with proof that the log has not been tampered with.',
  'Compliance profile': 'The controller of personal data, as named in consent receipts.',
  'Consent purposes': 'Versioned purposes that data subjects consent to.',
  'Access requests': "Requests for a copy of a data subject's personal data.",
  'Erasure requests': 'Erasure of data subjects, with a grace period and holds.',
  'Erasure veto clients': 'External systems that can hold an erasure before it starts.',
  'Shared signals': 'Receivers of security events (OpenID Shared Signals, CAEP and RISC).',
  Consents: 'Consents of data subjects, with their history and receipts.',
};
