import type { SocialConnector } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

const dots = { ok: 'ok', unverified: 'info', failing: 'error' } as const;

/** Whether the provider answers as expected. */
export function ConnectorHealth({ connector: { health } }: { connector: SocialConnector }) {
  const say = useSay('methods');
  return <StatusDot state={dots[health]}>{say(`health.${health}`)}</StatusDot>;
}
