/** Prefixes of the ids that outbound generates. */
export const outboundIds = {
  event: 'evt',
  webhookEndpoint: 'whe',
  webhookSecret: 'whs',
  webhookDelivery: 'whd',
  webhookAttempt: 'wha',
  webhookRecovery: 'whr',
  claimRequest: 'clr',
  hook: 'hok',
  sink: 'snk',
} as const;
