import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Directory } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { directoryQuery } from './directory-queries.ts';
import { credentialsRoute } from './directory-routes.ts';
import { ScimBearers } from './scim-bearers.tsx';
import { SetCredential } from './set-credential.tsx';

/** The credential with which the platform connects to a directory. */
function Credential({ directory: { id, kind, credential } }: { directory: Directory }) {
  const say = useSay('directories');
  const session = useSession();
  const [isSetting, setIsSetting] = useState(false);
  const set = mayCall(session, 'directoryConnectorSetConnectorCredential') && (
    <Button onPress={() => setIsSetting(true)}>
      {say(credential ? 'credential.replace' : 'credential.set')}
    </Button>
  );
  return (
    <Section title={say('tab.credentials')} actions={credential && set}>
      {credential ? (
        <DefinitionList
          entries={[
            { term: say('kind'), value: <code>{credential.type}</code> },
            {
              term: say('credential.account'),
              value: credential.bindDn ?? credential.clientEmail ?? credential.clientId ?? '—',
            },
            { term: say('credential.secret'), value: <code>…{credential.secretLast4}</code> },
            { term: say('credential.setAt'), value: <ExactTime at={credential.setAt} /> },
            {
              term: say('expires'),
              value: credential.notAfter ? <ExactTime at={credential.notAfter} /> : '—',
            },
          ]}
        />
      ) : (
        <EmptyState why="noneYet" level={3} title={say('noCredential.title')} actions={set}>
          {say('noCredential.text')}
        </EmptyState>
      )}
      {isSetting && kind !== 'scim' && (
        <SetCredential directoryId={id} kind={kind} onClose={() => setIsSetting(false)} />
      )}
    </Section>
  );
}

/** Tokens of a SCIM client, or the credential of the platform. */
export function DirectoryCredentials() {
  const { directoryId } = credentialsRoute.useParams();
  const query = useQuery(directoryQuery(directoryId));
  return (
    <Loaded query={query} lines={4}>
      {(directory) =>
        directory.kind === 'scim' ? (
          <ScimBearers directory={directory} />
        ) : (
          <Credential directory={directory} />
        )
      }
    </Loaded>
  );
}
