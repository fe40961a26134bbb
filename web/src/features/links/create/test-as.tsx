import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { simulateVisit, type Trial, type Visit } from '@/entities/link/simulate';
import { ApiError, messageOf } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';
import { useSettled } from '@/shared/hooks/use-settled';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { TestTrace } from './test-trace';
import { NO_DETAILS, VISITORS, type VisitDetails, VisitFields, visitOf } from './test-visit';

/** The first thing that keeps the link from being tried. */
function hindrance(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? messageOf(error);
}

interface Props {
  trial: Trial;
  /** Why it cannot be tried yet; null when it can. */
  missing: string | null;
}

/** What a visitor would get of the link as it stands in the form, worked out by the very code that redirects. */
export function TestAs({ trial, missing }: Props) {
  const [who, setWho] = useState<(typeof VISITORS)[number]['value']>('windows-en');
  const [details, setDetails] = useState<VisitDetails>(NO_DETAILS);
  const visit: Visit = visitOf(who, details);
  const asked = useSettled(JSON.stringify(missing === null ? { trial, visit } : null), TIMING.searchMs);
  const settled = JSON.parse(asked) as { trial: Trial; visit: Visit } | null;
  const answer = useQuery({
    ...simulateVisit(settled?.trial ?? trial, settled?.visit ?? visit),
    enabled: settled !== null && missing === null,
    placeholderData: keepPreviousData,
  });
  return (
    <aside className="view test-as" aria-label="Test as">
      <div>
        <h3>Test as</h3>
        <Select aria-label="Visitor" value={who} options={VISITORS} onChange={setWho} />
        <details className="more-of-visit">
          <summary className="more">
            More about the visitor
            <Icon name="down" />
          </summary>
          <VisitFields details={details} onChange={setDetails} />
        </details>
        {missing && <p className="hint mt-2">{missing}</p>}
        {!missing && answer.isError && (
          <p className="hint mt-2" role="status">
            Not to be tried yet: {hindrance(answer.error)}
          </p>
        )}
        {!missing && answer.data && !answer.isError && <TestTrace simulation={answer.data} />}
      </div>
    </aside>
  );
}
