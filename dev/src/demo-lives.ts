import { addRelations, addRoles, requestElevation } from './demo-lives/access.ts';
import { demoCompanies, demoPeople } from './demo-lives/companies.ts';
import { createCompanies, fillCompanies } from './demo-lives/company-setup.ts';
import type { DemoGoal } from './demo-lives/demo-tenant.ts';
import { writeHistory } from './demo-lives/history.ts';
import { addApplications, addEndpoints, addLogStream } from './demo-lives/integrations.ts';
import { importPeople } from './demo-lives/people-import.ts';
import { requestErasure } from './demo-lives/privacy.ts';

/** Fills a demo tenant with people, companies and what happens in a year. Repeating it doubles nothing. */
export async function fillTenant(goal: DemoGoal): Promise<void> {
  const companies = demoCompanies();
  await addEndpoints(goal);
  const [users, organizations] = await Promise.all([
    importPeople(goal, demoPeople(companies)),
    createCompanies(goal, companies),
    addLogStream(goal),
    addApplications(goal),
  ]);
  await Promise.all([
    fillCompanies(goal, companies, { users, organizations }),
    writeHistory(goal),
    addRelations(goal, users),
    addRoles(goal, users).then(() => requestElevation(goal)),
    requestErasure(goal),
  ]);
}
