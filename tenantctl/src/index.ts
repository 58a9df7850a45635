import { silentTerminal } from '@platform/command-line/reference';
import { tenantctl } from './program.ts';

/** The whole program, with the commands of every area, to be described. */
export const completeProgram = () =>
  tenantctl({ terminal: silentTerminal, env: {}, loaded: () => true });
