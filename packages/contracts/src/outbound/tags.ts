/** What each area of outbound is about. */
export const outboundTags: Readonly<Record<string, string>> = {
  'Event types': 'The catalog of events.',
  Events: 'The event log of the tenant.',
  Hooks: 'Tests of what the platform calls.',
  'Webhook claim schemas': 'Claims that the tenant adds to tokens.',
  'Webhook endpoints': 'Where events are delivered, their secrets, deliveries and recoveries.',
};
