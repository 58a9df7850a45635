import type { Organization } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Whether members can sign in with the organization. */
export function OrganizationStatus({ organization: { status } }: { organization: Organization }) {
  const say = useSay('organizations');
  return (
    <StatusDot state={status === 'active' ? 'ok' : 'warning'}>{say(`status.${status}`)}</StatusDot>
  );
}
