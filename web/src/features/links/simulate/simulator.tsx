import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SimulationTarget, simulateVisit, type Visit } from '@/entities/link/simulate';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { ApiError, messageOf } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { t } from '@/shared/i18n/t';
import { SimulationTrace } from './simulation-trace';
import { DEFAULT_VISIT, toVisit } from './visit-details';
import { VisitFields } from './visit-fields';
import '../preview/link-preview.css';
import './simulator.css';

/** The first validation message, or the error's message. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? messageOf(error);
}

interface Props {
  input: SimulationTarget;
  /** Why the link cannot be tested yet; null when it can. */
  missing: string | null;
}

/** Simulates a visit to the link in the form. The server uses the same code as for redirects. */
export function Simulator({ input, missing }: Props) {
  const zone = useEntryZone();
  const [details, setDetails] = useState(DEFAULT_VISIT);
  const visit: Visit = toVisit(details, zone);
  const serialized = useDebouncedValue(JSON.stringify(missing === null ? { input, visit } : null), TIMING.searchMs);
  const settled = JSON.parse(serialized) as { input: SimulationTarget; visit: Visit } | null;
  const simulation = useQuery({
    ...simulateVisit(settled?.input ?? input, settled?.visit ?? visit),
    enabled: settled !== null && missing === null,
    placeholderData: keepPreviousData,
  });
  return (
    <aside className="link-form-view test-as" aria-label={t('Test as')}>
      <div>
        <h3>{t('Test as')}</h3>
        <VisitFields details={details} onChange={setDetails} />
        {missing && <p className="ui-hint mt-2">{missing}</p>}
        {!missing && simulation.isError && (
          <p className="ui-hint mt-2" role="status">
            {t('Can’t test this yet: {error}', { error: reasonOf(simulation.error) })}
          </p>
        )}
        {!missing && simulation.data && !simulation.isError && <SimulationTrace simulation={simulation.data} />}
      </div>
    </aside>
  );
}
