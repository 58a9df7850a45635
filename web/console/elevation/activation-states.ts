import type { Activation } from '@platform/sdk';
import type { BadgeProps } from '../../kit/content/badge.tsx';

/** How each state of an activation looks. */
export const activationStates = {
  requested: 'info',
  scheduled: 'info',
  active: 'ok',
  denied: 'error',
  cancelled: 'neutral',
  timed_out: 'warning',
  revoked: 'warning',
  expired: 'neutral',
} as const satisfies Record<Activation['state'], BadgeProps['state']>;
