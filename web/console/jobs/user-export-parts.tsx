import { useState } from 'react';
import { users } from '@platform/sdk';
import type { UserExport } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { saveResponse } from '../../parts/save-response.ts';

/** Downloads the files of an export. The platform asks for a recent sign-in. */
function Downloads({ of }: { of: UserExport }) {
  const say = useSay('jobs');
  const { api } = useWebClient();
  const [error, setError] = useState<unknown>();
  async function download(part: number, name: string): Promise<void> {
    try {
      setError(undefined);
      await saveResponse(await users(api).exports.download(of.id, { part }), name);
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <>
      {of.parts.map(({ part, name }) => (
        <Button key={part} size="small" onPress={() => void download(part, name)}>
          {of.parts.length === 1 ? say('download') : say('download.part', { part })}
        </Button>
      ))}
      {error !== undefined && <ProblemNote error={error} />}
    </>
  );
}

/** What can be done with an export of users: stop it, download it, delete its files. */
export function UserExportActions({ of }: { of: UserExport }) {
  const say = useSay('jobs');
  const session = useSession();
  const remove = useWrite((api, id: string) => users(api).exports.delete(id), {
    refreshes: ['userExportList'],
  });
  const isRunning = of.state === 'PENDING' || of.state === 'RUNNING';
  const mayRemove = mayCall(session, 'userExportDelete') && (isRunning || of.state === 'COMPLETED');
  return (
    <>
      {of.state === 'COMPLETED' && mayCall(session, 'userExportDownload') && <Downloads of={of} />}
      {mayRemove && (
        <Button
          size="small"
          kind="quiet"
          isPending={remove.isPending}
          onPress={() => remove.mutate(of.id)}
        >
          {say(isRunning ? 'cancel' : 'deleteFiles')}
        </Button>
      )}
      {remove.error && <ProblemNote error={remove.error} />}
    </>
  );
}
