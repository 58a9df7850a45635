import { useMutation } from '@tanstack/react-query';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { LinkRefused, renewLink } from './link-calls.ts';

export interface NewLinkProps {
  token: string;
  /** The masked address, if it is known. */
  recipient?: string;
}

/** Has a new link sent to the person for whom the first one was made. */
export function NewLink({ token, recipient }: NewLinkProps) {
  const say = useSay('setup');
  const renew = useMutation({ mutationFn: () => renewLink(token) });
  const { data, error } = renew;
  if (data)
    return (
      <Banner state="ok" isLive>
        {say('link.sent', { recipient: data.recipient })}
      </Banner>
    );
  return (
    <>
      {error &&
        (error instanceof LinkRefused ? (
          <Banner state="error" isLive>
            {say(`link.${error.reason}`)}
          </Banner>
        ) : (
          <ProblemNote error={error} />
        ))}
      <Button kind="primary" isPending={renew.isPending} onPress={() => renew.mutate()}>
        {recipient === undefined ? say('link.renew') : say('link.renewTo', { recipient })}
      </Button>
    </>
  );
}
