/** What a service answers about a user to those who collect access requests. */
export interface SubjectDataReply {
  status: number;
  body: {
    sub: string;
    service: string;
    /** JSON, by the name of the section. */
    sections: Record<string, any>;
    truncated: boolean;
  };
}

/** Asks a service for the data of a user, at `/admin/dsar/{sub}`. */
export async function askForSubjectData(
  baseUrl: string,
  { tenantId, sub, token }: { tenantId: string; sub: string; token: string },
): Promise<SubjectDataReply> {
  const answer = await fetch(`${baseUrl}/admin/dsar/${encodeURIComponent(sub)}`, {
    headers: { authorization: `Bearer ${token}`, 'x-platform-tenant': tenantId },
  });
  return { status: answer.status, body: (await answer.json()) as SubjectDataReply['body'] };
}
