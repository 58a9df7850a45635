import type { PlatformPorts } from './platform-ports.ts';

/** The SMTP server, and the page that shows its mail. */
export interface MailGround {
  url: string;
  stop(): Promise<void>;
}

/** Starts the mailbox and its page. Loaded while the stores start, since parsing mail needs a large library. */
export async function startMail(
  { smtp, inbox }: Pick<PlatformPorts, 'smtp' | 'inbox'>,
  host: string,
): Promise<MailGround> {
  const [{ startMailbox }, { startInbox }] = await Promise.all([
    import('./mailbox.ts'),
    import('./inbox.ts'),
  ]);
  const mailbox = await startMailbox(smtp);
  try {
    const website = await startInbox(mailbox, { port: inbox, host });
    return {
      url: website.url,
      stop: async () => {
        await Promise.all([mailbox.stop(), website.stop()]);
      },
    };
  } catch (error) {
    await mailbox.stop();
    throw error;
  }
}
