import { useSay } from '../../kit/words/words-context.ts';

/** Says that nothing here concerns real users. */
export function TestTenantBar() {
  const say = useSay('console');
  return <>{say('testTenant')}</>;
}
