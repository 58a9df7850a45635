import type { ConsentSummary } from '@platform/sdk';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

const dots = {
  requested: 'info',
  given: 'ok',
  refused: 'neutral',
  withdrawn: 'neutral',
  expired: 'warning',
  invalidated: 'error',
} as const;

/** The state of a consent, and whether its person must agree again. */
export function ConsentState({
  consent: { state, needsReconsent },
}: {
  consent: Pick<ConsentSummary, 'state' | 'needsReconsent'>;
}) {
  const say = useSay('consents');
  return (
    <>
      <StatusDot state={dots[state]}>{say(`state.${state}`)}</StatusDot>
      {needsReconsent && (
        <>
          {' '}
          <Badge state="warning">{say('again')}</Badge>
        </>
      )}
    </>
  );
}
