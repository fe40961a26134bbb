import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { webhookDetail } from '@/entities/webhook/webhook.queries';
import { buttonClass } from '@/shared/ui/button';
import { ResourceError } from '@/shared/ui/resource-error';
import { Skeleton } from '@/shared/ui/skeleton';

const WebhookDetails = lazy(() => import('./webhook-details').then((module) => ({ default: module.WebhookDetails })));

/** One webhook with its deliveries. */
export function WebhookScreen({ webhookId }: { webhookId: string }) {
  const { data: webhook, error, refetch } = useQuery(webhookDetail(webhookId));
  if (error && !webhook) {
    const back = (
      <Link to="/dashboard/settings/webhooks" className={buttonClass()}>
        All webhooks
      </Link>
    );
    return <ResourceError name="Webhook" error={error} onRetry={refetch} action={back} />;
  }
  if (!webhook) return <WebhookSkeleton />;
  return (
    <Suspense fallback={<WebhookSkeleton />}>
      <WebhookDetails webhook={webhook} />
    </Suspense>
  );
}

function WebhookSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton width="50%" height={36} />
      <Skeleton height={120} className="mt-6" />
      <Skeleton height={260} className="mt-6" />
    </div>
  );
}
