import type { AccessPolicy } from '@platform/sdk';
import type { BadgeProps } from '../../kit/content/badge.tsx';

/** How each mode of a policy looks. */
export const policyStates = {
  enabled: 'ok',
  report_only: 'info',
  disabled: 'neutral',
} as const satisfies Record<AccessPolicy['mode'], BadgeProps['state']>;
