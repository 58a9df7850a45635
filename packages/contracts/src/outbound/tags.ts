/** What each area of outbound is about. */
export const outboundTags: Readonly<Record<string, string>> = {
  'Event types': 'The catalog of events.',
  Events: 'The event log of the tenant.',
  Hooks:
    'Inline hooks that the platform asks at sign-up, sign-in and token issuance; tests of all that it calls.',
  'SIEM sinks': 'Destinations that events and audit records are streamed to.',
  'Webhook claim schemas': 'Claims that the tenant adds to tokens.',
  'Webhook endpoints': 'Where events are delivered, their secrets, deliveries and recoveries.',
};
