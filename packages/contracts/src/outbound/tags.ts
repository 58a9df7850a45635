/** Descriptions of the areas of outbound. */
export const outboundTags: Readonly<Record<string, string>> = {
  'Event types': 'The catalog of event types.',
  Events: 'The event log of the tenant.',
  Hooks:
    'Inline hooks that the platform calls at sign-up, sign-in and token issuance, and test calls of hooks, webhooks and sinks.',
  'SIEM sinks': 'Destinations that events and audit records are streamed to.',
  'Webhook claim schemas': 'Custom claims that the tenant adds to tokens.',
  'Webhook endpoints':
    'Endpoints that receive events, with their secrets, deliveries and recoveries.',
};
