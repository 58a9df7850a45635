import { succeeded } from '../management-api.ts';
import { listAll } from './demo-tenant.ts';
import type { DemoGoal } from './demo-tenant.ts';
import { demoSize } from './companies.ts';
import { sourceIdOf } from './people.ts';

/** Requests the erasure of the last person, unless there is a request. It is in progress until its grace period ends. */
export async function requestErasure({ api }: DemoGoal): Promise<void> {
  if ((await listAll(api, '/erasure-requests')).length > 0) return;
  const subject = { type: 'external_id', value: sourceIdOf(demoSize - 1) };
  await succeeded(
    api('POST', '/erasure-requests', { subject, reason: 'account_closure', note: 'By mail' }),
  );
}
