/** The settings of elevation; durations in milliseconds. */
export const pimConfig = {
  maxActivationDuration: 'platform.pim.max-activation-duration',
  pimSweepInterval: 'platform.pim.sweep-interval',
  defaultRequiredAcr: 'platform.pim.default-required-acr',
  maxOpenActivations: 'platform.pim.max-open-activations-per-principal',
  pimHistoryRetention: 'platform.pim.history-retention',
} as const;
