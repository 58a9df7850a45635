import { RecordList } from '../audit/record-list.tsx';
import { applicationActivityRoute } from './application-routes.ts';

/** What has been done to an application. */
export function ApplicationActivity() {
  const { clientId } = applicationActivityRoute.useParams();
  const { cursors } = applicationActivityRoute.useSearch();
  const navigate = applicationActivityRoute.useNavigate();
  return (
    <RecordList
      filter={{ subjectId: clientId }}
      cursors={cursors}
      onChange={(next) => void navigate({ search: { cursors: next } })}
    />
  );
}
