import type { Application } from '@platform/sdk';
import { useSay } from '../../kit/words/words-context.ts';
import { firstFault, originFault, redirectUriFault } from './redirect-uris.ts';
import type { AddressFault } from './redirect-uris.ts';

/** Checks lists of addresses while they are typed, and names the line that is wrong. */
export function useAddressRules(type: Application['type']) {
  const say = useSay('applications');
  const rule = (faultOf: (line: string) => AddressFault | undefined) => ({
    validate(text: string) {
      const found = firstFault(text, faultOf);
      return found ? say(`fault.${found.fault}`, { address: found.line }) : true;
    },
  });
  return { redirects: rule((line) => redirectUriFault(line, type)), origins: rule(originFault) };
}
