import { silentTerminal } from '@platform/command-line/reference';
import { tenantctl } from './program.ts';
import { commandReference as referenceOf } from './reference.ts';

/** Every command, as Markdown. */
export const commandReference = async (): Promise<string> =>
  referenceOf(await tenantctl({ terminal: silentTerminal, env: {}, loaded: () => true }));
