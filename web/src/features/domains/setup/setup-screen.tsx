import { useQuery } from '@tanstack/react-query';
import { domainDetail } from '@/entities/domain/domain-detail.queries';
import { Skeleton } from '@/shared/ui/skeleton';
import { DomainError } from '../domain-error';
import { RecordsStep } from './records-step';
import { RedirectsStep } from './redirects-step';
import { SetupLayout } from './setup-layout';

interface Props {
  domainId: string;
  /** Shown only for a verified domain. */
  redirects: boolean;
  onStep: (step: 'records' | 'redirects') => void;
}

/** The setup of an added domain: its DNS records, then its redirects. It continues wherever it was left. */
export function SetupScreen({ domainId, redirects, onStep }: Props) {
  const { data: domain, error, refetch } = useQuery(domainDetail(domainId));
  if (error && !domain) return <DomainError id={domainId} error={error} onRetry={refetch} />;
  if (!domain) {
    return (
      <SetupLayout step={2} title="Add DNS records">
        <Skeleton height={120} className="mt-6" />
        <Skeleton height={180} className="mt-4" />
        <Skeleton height={180} className="mt-4" />
      </SetupLayout>
    );
  }
  if (redirects && domain.status !== 'pending') {
    return <RedirectsStep domain={domain} onBack={() => onStep('records')} />;
  }
  return <RecordsStep domain={domain} onContinue={() => onStep('redirects')} />;
}
