/** What each area of compliance is about. */
export const complianceTags: Readonly<Record<string, string>> = {
  'Audit exports': 'Exports of the audit log, with what proves that nothing in it was changed.',
  'Compliance profile': 'Who is responsible for processing personal data, as receipts name them.',
  'Consent purposes': 'What people consent to, version by version.',
  'Access requests': 'Copies of the data that is kept of a person.',
  'Erasure requests': 'Erasure of people, in two phases with a grace window and holds.',
  'Erasure veto clients': 'Systems that are asked before a person is erased.',
  'Shared signals': 'Receivers of security events (OpenID Shared Signals, CAEP and RISC).',
  Consents: 'Consents of people with their history and receipts.',
};
