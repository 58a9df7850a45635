import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { FileTrigger } from 'react-aria-components';
import { migrationSources } from '@platform/sdk';
import type { PlainValues } from '../../client/plain-values.ts';
import { useWebClient } from '../../client/web-client.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { FileField } from './source-values.ts';

/** A larger file would not fit into the memory of the page, where its digest is computed. */
const maxBytes = 1024 ** 3;

class TooLarge extends Error {}

async function sha256Of(file: File): Promise<string> {
  if (file.size > maxBytes) throw new TooLarge();
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface UploadButtonProps {
  form: UseFormReturn<PlainValues>;
  name: FileField;
  label: string;
  /** The text of the field with the upload. */
  textOf: (uploadId: string) => string;
}

/** Uploads a file, and puts its id into a field. */
export function UploadButton({ form, name, label, textOf }: UploadButtonProps) {
  const say = useSay('migration');
  const formats = useFormats();
  const { api } = useWebClient();
  const upload = useMutation({
    async mutationFn(file: File) {
      const sha256 = await sha256Of(file);
      const { uploads } = migrationSources(api);
      const { id } = await uploads.create({ fileName: file.name, sizeBytes: file.size, sha256 });
      await uploads.put(id, file);
      return id;
    },
    onSuccess: (id) =>
      form.setValue(name as string, textOf(id), { shouldDirty: true, shouldValidate: true }),
  });
  return (
    <>
      <FileTrigger
        onSelect={(files) => {
          const file = files?.[0];
          if (file) upload.mutate(file);
        }}
      >
        <Button isPending={upload.isPending}>{label}</Button>
      </FileTrigger>
      {upload.error &&
        (upload.error instanceof TooLarge ? (
          <Banner state="error" isLive>
            {say('upload.tooLarge')}
          </Banner>
        ) : (
          <ProblemNote error={upload.error} />
        ))}
      {upload.isSuccess && (
        <Banner state="ok" isLive>
          {say('upload.done', {
            name: upload.variables.name,
            bytes: formats.formatNumber(upload.variables.size),
          })}
        </Banner>
      )}
    </>
  );
}
