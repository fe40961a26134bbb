import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, apiKeys } from '@/entities/api-key/api-key.queries';
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
import { ApiKeysTable, type KeyAction } from './api-keys-table';
import './api-keys.css';

const ApiKeyDialog = lazyPart(() => import('@/widgets/api-keys/api-key-dialog'), 'ApiKeyDialog');
const RotateKeyDialog = lazyPart(() => import('./rotate-key-dialog'), 'RotateKeyDialog');
const SignatureDialog = lazyPart(() => import('./signature-dialog'), 'SignatureDialog');
const RevokeKeyDialog = lazyPart(() => import('./revoke-key-dialog'), 'RevokeKeyDialog');

type OpenDialog = { action: 'create' } | { action: KeyAction; key: ApiKey };

/** The API keys of the workspace. Only owners and admins see them. */
export function ApiKeysScreen() {
  const denied = useDenied('keys:manage');
  const { isSuccess: known } = useQuery(currentWorkspace());
  const { data, error, refetch } = useQuery({ ...apiKeys(), enabled: known && !denied });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const create = () => setDialog({ action: 'create' });
  return (
    <>
      <PageTitle title="API keys" lead="Let programs use the API in this workspace.">
        <PermissionButton permission="keys:manage" tone="primary" onClick={create}>
          <Icon name="plus" />
          Create key
        </PermissionButton>
      </PageTitle>
      {denied ? (
        <div className="ui-panel mt-6">
          <EmptyState title="Only owners and admins see API keys">{denied}</EmptyState>
        </div>
      ) : error ? (
        <div className="ui-panel mt-6">
          <PanelError error={error} onRetry={refetch} />
        </div>
      ) : !data ? (
        <KeysSkeleton />
      ) : data.length === 0 ? (
        <NoKeys onCreate={create} />
      ) : (
        <ApiKeysTable keys={data} onAction={(action, key) => setDialog({ action, key })} />
      )}
      <p className="ui-small ui-muted mt-4">
        Send a key as <span className="ui-mono">Authorization: Bearer lnt_…</span> ·{' '}
        <a href="/docs/api" className="ui-more">
          API reference
        </a>
      </p>
      {dialog && <KeyDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function KeyDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  switch (dialog.action) {
    case 'create':
      return <ApiKeyDialog onClose={onClose} />;
    case 'edit':
      return <ApiKeyDialog apiKey={dialog.key} onClose={onClose} />;
    case 'rotate':
      return <RotateKeyDialog apiKey={dialog.key} onClose={onClose} />;
    case 'signature':
      return <SignatureDialog apiKey={dialog.key} onClose={onClose} />;
    case 'revoke':
      return <RevokeKeyDialog apiKey={dialog.key} onClose={onClose} />;
  }
}

function NoKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="ui-panel mt-6">
      <div className="ui-empty">
        <BlinkEye size={72} />
        <h2>No API keys yet</h2>
        <p>Create links, read statistics and report conversions from scripts, servers and integrations.</p>
        <PermissionButton permission="keys:manage" tone="primary" onClick={onCreate}>
          Create your first key
        </PermissionButton>
      </div>
    </div>
  );
}

function KeysSkeleton() {
  return (
    <div className="ui-panel mt-6" aria-busy="true">
      <span className="ui-sr-only" role="status">
        Loading API keys
      </span>
      {['a', 'b'].map((row) => (
        <div key={row} className="ui-row first:border-t-0">
          <Skeleton width="24%" height={38} />
          <Skeleton width="30%" className="ml-auto" />
        </div>
      ))}
    </div>
  );
}
