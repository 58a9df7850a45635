import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { useElevationName } from './elevation-names.ts';
import { ownEligibleQuery } from './elevation-queries.ts';

/** Leads from a page that the user does not see to the elevations that they can activate, if there are some. */
export function ElevationOffer() {
  const say = useSay('console');
  const formats = useFormats();
  const nameOf = useElevationName();
  const { data } = useQuery(ownEligibleQuery);
  const names = data?.value.data.map(nameOf) ?? [];
  if (names.length === 0) return null;
  return (
    <ButtonLink href="/access/elevation">
      {say('elevation.offer', { names: formats.formatList(names) })}
    </ButtonLink>
  );
}
