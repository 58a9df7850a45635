import { useState } from 'react';
import { loginExperience } from '@platform/sdk';
import type { Branding } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { FileButton } from '../../kit/controls/file-button.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import type { BoundField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { base64Of } from './base64.ts';
import styles from './branding.module.css';

const maxBytes = 524_288;
const accept = ['image/png', 'image/jpeg', 'image/webp'];
const uploadedPath = /^\/login\/assets\/[0-9a-f]{64}$/;

export interface PictureControlProps extends BoundField<string> {
  assets: Branding['assets'];
  isReadOnly: boolean;
  mayUpload: boolean;
}

/** How the copy of a picture from elsewhere is. */
function CopyState({ url, assets }: { url: string; assets: Branding['assets'] }) {
  const say = useSay('branding');
  const asset = assets.find(({ sourceUrl }) => sourceUrl === url);
  if (asset?.status === 'pending') return <>{say('picture.pending')}</>;
  if (asset?.status !== 'failed') return null;
  return <>{say('picture.failed', { reason: asset.failureReason ?? '' })}</>;
}

/** The path at which the tenant's host serves a picture, if it does. */
function pathOf(url: string, assets: Branding['assets']): string | undefined {
  if (uploadedPath.test(url)) return url;
  const copy = assets.find(({ sourceUrl, status }) => sourceUrl === url && status === 'ready');
  return copy?.sha256 ? `/login/assets/${copy.sha256}` : undefined;
}

/** A picture: uploaded, or copied from an address. */
export function PictureControl({
  assets,
  isReadOnly,
  mayUpload,
  problem,
  ...field
}: PictureControlProps) {
  const say = useSay('branding');
  const sayProblem = useSay('problems');
  const [fault, setFault] = useState<string>();
  const upload = useWrite(
    (api, content: string, key) => loginExperience(api).assets.create({ content }, key),
    { refreshes: [] },
  );
  async function send(file: File): Promise<void> {
    setFault(undefined);
    if (file.size > maxBytes) {
      setFault(say('picture.tooLarge'));
      return;
    }
    try {
      const { url } = await upload.mutateAsync(await base64Of(file));
      field.onChange(url);
    } catch (error) {
      setFault(findingsOf(error, sayProblem)[0]?.detail ?? say('picture.none'));
    }
  }
  const path = pathOf(field.value, assets);
  return (
    <div className={styles['picture']}>
      <TextField
        {...field}
        problem={fault ?? problem}
        hint={<CopyState url={field.value} assets={assets} />}
        prefix={path && <img src={path} alt="" className={styles['thumbnail']} />}
        isCode
        isOptional
        isReadOnly={isReadOnly}
      />
      {mayUpload && !isReadOnly && (
        <FileButton
          accept={accept}
          aria-label={say('uploadOf', { field: field.label })}
          isPending={upload.isPending}
          onFile={(file) => void send(file)}
        >
          {say('upload')}
        </FileButton>
      )}
    </div>
  );
}
