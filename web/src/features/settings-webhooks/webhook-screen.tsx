import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhookDetail } from '@/entities/webhook/webhook.queries';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { buttonClass } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { WebhookDetails } from './webhook-details';

/** One webhook with its deliveries. */
export function WebhookScreen({ webhookId }: { webhookId: string }) {
  const { data: webhook, error, refetch } = useQuery(webhookDetail(webhookId));
  if (error && !webhook) {
    const back = (
      <Link to="/dashboard/settings/webhooks" className={buttonClass()}>
        All webhooks
      </Link>
    );
    return <ResourceError kind="webhook" id={webhookId} error={error} onRetry={refetch} action={back} />;
  }
  if (!webhook) return <WebhookSkeleton />;
  return <WebhookDetails webhook={webhook} />;
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
