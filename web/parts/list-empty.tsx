import type { ReactNode } from 'react';
import { EmptyState } from '../kit/content/empty-state.tsx';
import { ButtonLink } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';

export interface ListEmptyProps {
  /** The address of the list without filters, if it has some now. */
  unfiltered?: string;
  /** "No organizations yet", and what helps. */
  title: string;
  text: string;
  actions?: ReactNode;
}

/** Why a list is empty: nothing matches its filters, or there is none yet. */
export function ListEmpty({ unfiltered, title, text, actions }: ListEmptyProps) {
  const say = useSay('app');
  if (unfiltered === undefined)
    return (
      <EmptyState why="noneYet" title={title} actions={actions}>
        {text}
      </EmptyState>
    );
  return (
    <EmptyState
      why="noneMatch"
      title={say('noneMatch.title')}
      actions={<ButtonLink href={unfiltered}>{say('noneMatch.clear')}</ButtonLink>}
    >
      {say('noneMatch.text')}
    </EmptyState>
  );
}
