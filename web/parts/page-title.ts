import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readShell } from '../client/shell.ts';
import { focusTitle } from '../kit/frame/page-header.tsx';

/** Names the page in the title of the window, and moves the focus to its heading after a change of route. */
export function usePageTitle(title: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    const { tenantName } = readShell();
    document.title = title === undefined ? tenantName : `${title} · ${tenantName}`;
  }, [title]);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) focusTitle();
      }),
    [router],
  );
}
