import type { complianceProfileOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { complianceProfileOf, putProfile } from './profile.ts';

export const profileHandlers: Handlers<typeof complianceProfileOperations> = {
  complianceProfileGet: ({ tx }) => complianceProfileOf(tx),
  complianceProfilePut: ({ tx, body, ifMatch }) => putProfile(tx, body, ifMatch),
};
