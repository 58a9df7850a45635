import { commandReference as referenceOf, silentTerminal } from '@platform/command-line/reference';
import { platformctl } from './program.ts';

/** Every command with its arguments and options, as Markdown. */
export const commandReference = (): string => referenceOf(platformctl(silentTerminal));
