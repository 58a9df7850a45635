import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loginExperience } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { BrandingEditor } from './branding-editor.tsx';
import { brandedReads, brandingQuery } from './branding-queries.ts';

function RestoreDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('branding');
  const restore = useWrite((api, body: object) => loginExperience(api).branding.put(body), {
    refreshes: brandedReads,
    onDone() {
      showToast({ text: say('restored.toast') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('restore.title')}
      consequences={[say('restore.consequence')]}
      action={say('restore')}
      isDanger
      isOpen
      isPending={restore.isPending}
      problem={restore.error && <ProblemNote error={restore.error} />}
      onConfirm={() => restore.mutate({})}
      onClose={onClose}
    />
  );
}

/** How sign-in pages and e-mails look, beside a preview. */
export function BrandingPage() {
  const say = useSay('branding');
  const sayApp = useSay('app');
  const session = useSession();
  const [isRestoring, setIsRestoring] = useState(false);
  const query = useQuery(brandingQuery);
  const isFresh = useIsFresh(query);
  const isReadOnly = !mayCall(session, 'loginExperiencePutBranding');
  const shown = isFresh ? query : { ...query, data: undefined };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          !isReadOnly &&
          query.data?.value.isDefault === false && (
            <Button onPress={() => setIsRestoring(true)}>{say('restore')}</Button>
          )
        }
      />
      {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
      <Loaded query={shown as typeof query} lines={12}>
        {(branding, { etag }) => (
          <BrandingEditor branding={branding} etag={etag} isReadOnly={isReadOnly} />
        )}
      </Loaded>
      {isRestoring && <RestoreDialog onClose={() => setIsRestoring(false)} />}
    </>
  );
}
