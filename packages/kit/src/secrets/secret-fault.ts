/** Why a secret is not available. */
export type SecretFaultReason = 'malformed' | 'key_unknown' | 'not_authentic' | 'configuration';

/**
 * A fault of the keys or of a sealed value. Its message is for operators and never contains keys,
 * plain or sealed text.
 */
export class SecretFault extends Error {
  readonly reason: SecretFaultReason;

  constructor(reason: SecretFaultReason, message: string) {
    super(message);
    this.name = 'SecretFault';
    this.reason = reason;
  }
}
