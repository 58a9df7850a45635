import { useState } from 'react';
import { isProblem } from '@platform/sdk';
import { useCountdown } from '../client/countdown.ts';
import { problemWords } from '../client/problem-words.ts';
import { Banner } from '../kit/content/banner.tsx';
import { Button } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { ProblemDetails } from './problem-details.tsx';

export interface ProblemNoteProps {
  error: unknown;
  /** Sends the request again. */
  onRetry?: () => void;
  /** It is being sent again by itself. */
  isRetrying?: boolean;
}

/** The time from which a request may be sent again, counted from when the problem is first shown. */
function useRetryAt(error: unknown): number {
  const waitSeconds = isProblem(error) ? (error.retryAfterSeconds ?? 0) : 0;
  const [shown, setShown] = useState({ error, at: Date.now() + waitSeconds * 1_000 });
  if (shown.error !== error) {
    const next = { error, at: Date.now() + waitSeconds * 1_000 };
    setShown(next);
    return next.at;
  }
  return shown.at;
}

/** Says what went wrong and what helps, with the facts for support behind Details. */
export function ProblemNote({ error, onRetry, isRetrying = false }: ProblemNoteProps) {
  const say = useSay('app');
  const sayProblem = useSay('problems');
  const seconds = useCountdown(useRetryAt(error));
  const { key, values } = problemWords(error);
  const isLimited = key === 'rate_limited' && seconds > 0;
  return (
    <Banner
      state="error"
      isLive
      actions={
        onRetry &&
        !isRetrying && (
          <Button size="small" onPress={onRetry} isDisabled={isLimited}>
            {say('retry')}
          </Button>
        )
      }
    >
      <p>{sayProblem(key, isLimited ? { seconds } : values)}</p>
      {isRetrying && <p>{say('retrying')}</p>}
      {isProblem(error) && <ProblemDetails problem={error} />}
    </Banner>
  );
}
