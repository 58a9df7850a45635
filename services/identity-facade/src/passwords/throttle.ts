import { backoff } from '@platform/kit/async';

/** Failures after which each further attempt has to wait. */
const freeFailures = 5;
/** The longest pause between two attempts. */
export const maxDelayMs = 900_000;
/** Failures in a row after which a password is closed until it is reset (NIST SP 800-63B-4 §3.2.2). */
export const closingFailures = 100;

/** How long the next attempt has to wait after this many failures in a row. */
export const delayAfter = (failures: number): number =>
  failures < freeFailures
    ? 0
    : backoff({ firstMs: 1_000, maxMs: maxDelayMs }, failures - freeFailures + 1);
