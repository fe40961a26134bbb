import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooks } from '@/entities/webhook/webhook.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useDenied } from '@/entities/workspace/use-can';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { WebhookList } from './webhook-list';

const WebhookDialog = lazyPart(() => import('./webhook-dialog'), 'WebhookDialog');

/** The webhooks of the workspace. Only owners and admins see them. */
export function WebhooksScreen() {
  const denied = useDenied('webhooks:manage');
  const { isSuccess: known } = useQuery(currentWorkspace());
  const { data, error, refetch } = useQuery({ ...webhooks(), enabled: known && !denied });
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <PageTitle title="Webhooks" lead="Send events of this workspace to your servers as they happen.">
        <PermissionButton permission="webhooks:manage" tone="primary" onClick={create}>
          <Icon name="plus" />
          Create webhook
        </PermissionButton>
      </PageTitle>
      {denied ? (
        <div className="ui-panel mt-6">
          <EmptyState title="Only owners and admins see webhooks">{denied}</EmptyState>
        </div>
      ) : error ? (
        <div className="ui-panel mt-6">
          <PanelError error={error} onRetry={refetch} />
        </div>
      ) : !data ? (
        <WebhooksSkeleton />
      ) : data.length === 0 ? (
        <NoWebhooks onCreate={create} />
      ) : (
        <WebhookList webhooks={data} />
      )}
      <p className="ui-small ui-muted mt-4">
        Requests are signed, retried for a day and follow the{' '}
        <a href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer" className="ui-more">
          Standard Webhooks specification
        </a>{' '}
        ·{' '}
        <a href="/docs/api#webhooks" className="ui-more">
          API reference
        </a>
      </p>
      {creating && <WebhookDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function NoWebhooks({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="ui-panel mt-6">
      <div className="ui-empty">
        <BlinkEye size={72} />
        <h2>No webhooks yet</h2>
        <p>Get a request when a link changes, a visitor sends a form of a bio page, or a domain fails.</p>
        <PermissionButton permission="webhooks:manage" tone="primary" onClick={onCreate}>
          Create your first webhook
        </PermissionButton>
      </div>
    </div>
  );
}

function WebhooksSkeleton() {
  return (
    <div className="ui-panel mt-6" aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading webhooks
      </span>
      {['a', 'b'].map((row) => (
        <div key={row} className="ui-row first:border-t-0">
          <Skeleton width="45%" height={38} />
          <Skeleton width="12%" className="ml-auto" />
        </div>
      ))}
    </div>
  );
}
