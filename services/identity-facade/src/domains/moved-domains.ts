import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { holdsClaim, isServed } from './domain-state.ts';
import { claimName, listLoginDomains } from './domain-store.ts';

/** Claims the names that an imported tenant has proven. @throws 409 if another tenant of this installation has one */
export async function claimMovedDomains(tx: Tx): Promise<void> {
  for (const { domain, status } of await listLoginDomains(tx))
    if (holdsClaim(status) && !(await claimName(tx, domain, isServed(status))))
      throw problem('invalid_state', {
        detail: `Another tenant of this installation has the login domain ${domain}.`,
      });
}
