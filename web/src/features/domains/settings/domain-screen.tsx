import { useQuery } from '@tanstack/react-query';
import { domainDetail } from '@/entities/domain/domain-detail.queries';
import { profileQuery } from '@/entities/session/me.queries';
import { Skeleton } from '@/shared/ui/skeleton';
import { DomainError } from '../domain-error';
import { DomainFigures } from './domain-figures';
import { DomainHeader, DomainNotice } from './domain-header';
import { DomainSections } from './domain-sections';
import '../domains.css';

// Below the fold.

/** The settings of one domain. */
export function DomainScreen({ domainId }: { domainId: string }) {
  const { data: domain, error, refetch } = useQuery(domainDetail(domainId));
  const isOperator = useQuery(profileQuery).data?.operator ?? false;
  if (error && !domain) return <DomainError id={domainId} error={error} onRetry={refetch} />;
  if (!domain) {
    return (
      <div aria-busy="true">
        <Skeleton width="40%" height={36} />
        <Skeleton height={92} className="mt-6" />
        <Skeleton height={220} className="mt-6" />
      </div>
    );
  }
  return (
    <>
      <DomainHeader domain={domain} />
      <DomainNotice domain={domain} isOperator={isOperator} />
      <DomainFigures domain={domain} />
      {(isOperator || !domain.isDefault) && <DomainSections domain={domain} />}
    </>
  );
}
