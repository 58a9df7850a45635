import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { lackedToGive } from './lacked-scopes.ts';

/** Says why the user cannot assign or change a role, before they try. Nothing if they can. */
export function LackNote({
  permissions,
  to,
}: {
  permissions: readonly string[];
  to: 'assign' | 'change';
}) {
  const say = useSay('roles');
  const formats = useFormats();
  const lacked = lackedToGive(useSession(), permissions);
  if (lacked.length === 0) return null;
  return (
    <Banner state="info" title={say(`lack.${to}`)}>
      {say('lack.missing', { scopes: formats.formatList(lacked) })}
    </Banner>
  );
}
