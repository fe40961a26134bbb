import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SimulationTarget, simulateVisit, type Visit } from '@/entities/link/simulate';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { ApiError, messageOf } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';
import { useSettled } from '@/shared/hooks/use-settled';
import { TestTrace } from './simulation-trace';
import { FIRST_VISIT, visitOf } from './visit-details';
import { VisitFields } from './visit-fields';

/** The first reason why the link cannot be tested. */
function hindrance(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? messageOf(error);
}

interface Props {
  trial: SimulationTarget;
  /** Why it cannot be tried yet; null when it can. */
  missing: string | null;
}

/** What a visitor would get of the link as it stands in the form, worked out by the very code that redirects. */
export function TestAs({ trial, missing }: Props) {
  const zone = useEntryZone();
  const [details, setDetails] = useState(FIRST_VISIT);
  const visit: Visit = visitOf(details, zone);
  const asked = useSettled(JSON.stringify(missing === null ? { trial, visit } : null), TIMING.searchMs);
  const settled = JSON.parse(asked) as { trial: SimulationTarget; visit: Visit } | null;
  const answer = useQuery({
    ...simulateVisit(settled?.trial ?? trial, settled?.visit ?? visit),
    enabled: settled !== null && missing === null,
    placeholderData: keepPreviousData,
  });
  return (
    <aside className="view test-as" aria-label="Test as">
      <div>
        <h3>Test as</h3>
        <VisitFields details={details} onChange={setDetails} />
        {missing && <p className="hint mt-2">{missing}</p>}
        {!missing && answer.isError && (
          <p className="hint mt-2" role="status">
            Cannot test this yet: {hindrance(answer.error)}
          </p>
        )}
        {!missing && answer.data && !answer.isError && <TestTrace simulation={answer.data} />}
      </div>
    </aside>
  );
}
