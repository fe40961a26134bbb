import { useQuery } from '@tanstack/react-query';
import { allDomains } from '@/entities/domain/domain.queries';

/** Says why a list lacks clicks, in a workspace with domains whose clicks are only counted. */
export function AggregateNote() {
  const { data } = useQuery(allDomains());
  if (!data?.some(({ privacy }) => privacy === 'aggregate')) return null;
  return <p className="ui-small ui-muted px-4 py-2">Clicks of domains in aggregate privacy mode are not listed.</p>;
}
