import type { EligibleAssignment } from '@platform/sdk';
import type { BadgeProps } from '../../kit/content/badge.tsx';

/** How each state of an eligible assignment looks. */
export const eligibleStates = {
  active: 'ok',
  scheduled: 'info',
  expired: 'neutral',
} as const satisfies Record<EligibleAssignment['status'], BadgeProps['state']>;
