import { movedRows as compliance } from '@platform/compliance/moved-rows';
import type { ContextName } from '@platform/contracts';
import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { movedRows as directory } from '@platform/directory/moved-rows';
import { movedRows as fga } from '@platform/fga/moved-rows';
import { movedRows as hub } from '@platform/hub/moved-rows';
import { movedRows as identityFacade } from '@platform/identity-facade/moved-rows';
import { movedRows as outbound } from '@platform/outbound/moved-rows';

/** What each service says of the rows that move with a tenant. */
export const movedRows: Readonly<Record<ContextName, MovedRows>> = {
  compliance,
  directory,
  fga,
  hub,
  'identity-facade': identityFacade,
  outbound,
};
