/** A service's response about a user to the collector of access requests. */
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

/** Requests the data of a user from a service, at `/admin/dsar/{sub}`. */
export async function askForSubjectData(
  baseUrl: string,
  { tenantId, sub, token }: { tenantId: string; sub: string; token: string },
): Promise<SubjectDataReply> {
  const answer = await fetch(`${baseUrl}/admin/dsar/${encodeURIComponent(sub)}`, {
    headers: { authorization: `Bearer ${token}`, 'x-platform-tenant': tenantId },
  });
  return { status: answer.status, body: (await answer.json()) as SubjectDataReply['body'] };
}
