import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { SendToColleague } from '../parts/send-to-colleague.tsx';
import { sources } from '../providers.ts';
import type { Source } from '../providers.ts';
import { stepHref } from './directory-steps.ts';
import { useDirectoryWrites } from './directory-writes.ts';
import styles from '../parts/choice.module.css';

const idOf = ({ provider, kind }: Source): string => `${provider} ${kind}`;

/** What a source is called: the product, and how its users arrive. */
export function useSourceName() {
  const say = useSay('setup-directories');
  const { nameOf } = useProviderWords();
  return ({ provider, kind }: Source): string => {
    if (kind === 'ldap') return say('source.ldap');
    if (provider === 'generic') return say('source.scim');
    return nameOf(provider);
  };
}

/** Where users and groups come from. A SCIM client needs only a token, so its directory is created directly. */
export function ChooseSource() {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const navigate = useNavigate();
  const sourceName = useSourceName();
  const { create } = useDirectoryWrites(
    ({ id }) => void navigate({ href: stepHref(id, 'connect') }),
  );
  const [chosen, setChosen] = useState<Source>();
  function next(source: Source) {
    const { provider, kind } = source;
    if (kind === 'scim') create.mutate({ kind, name: sourceName(source), provider });
    else void navigate({ href: `/directories/new?provider=${provider}&kind=${kind}` });
  }
  return (
    <form
      className={styles['choice']}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen && !create.isPending) next(chosen);
      }}
    >
      <RadioGroup
        label={say('choose.source')}
        choices={sources.map((source) => ({
          id: idOf(source),
          label: sourceName(source),
          hint: say(`how.${source.kind}`),
        }))}
        value={chosen ? idOf(chosen) : null}
        onChange={(id) => setChosen(sources.find((source) => idOf(source) === id))}
      />
      {create.error && <ProblemNote error={create.error} />}
      <div>
        <Button kind="primary" type="submit" isDisabled={!chosen} isPending={create.isPending}>
          {sayFrame('continue')}
        </Button>
      </div>
      <SendToColleague />
    </form>
  );
}
