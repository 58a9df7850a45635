import { provisioningEvents } from './provisioning-events.ts';
import { userEvents } from './user-events.ts';

/** Events of the directory. */
export const directoryEvents = { ...userEvents, ...provisioningEvents };
