import { RecordList } from '../audit/record-list.tsx';
import { organizationActivityRoute } from './organization-routes.ts';

/** What has been done in an organization. */
export function OrganizationActivity() {
  const { orgId } = organizationActivityRoute.useParams();
  const { cursors } = organizationActivityRoute.useSearch();
  const navigate = organizationActivityRoute.useNavigate();
  return (
    <RecordList
      filter={{ organizationId: orgId }}
      cursors={cursors}
      onChange={(next) => void navigate({ search: { cursors: next } })}
    />
  );
}
