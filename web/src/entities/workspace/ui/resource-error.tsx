import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { dashboardAddress } from '@/shared/lib/workspace-address';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { workspacesHolding } from '../workspace-lists.queries';

interface Texts {
  name: string;
  missing: string;
  elsewhere: (values: { name: string }) => string;
  unknown: string;
  deleted: string;
}

const TEXTS = {
  link: {
    name: t('Link'),
    missing: t('Link not found'),
    elsewhere: (values) => t('This link is in another workspace of yours, {name}.', values),
    unknown: t('This link was deleted, or it is in a workspace that you are not a member of.'),
    deleted: t('This link was deleted.'),
  },
  domain: {
    name: t('Domain'),
    missing: t('Domain not found'),
    elsewhere: (values) => t('This domain is in another workspace of yours, {name}.', values),
    unknown: t('This domain was deleted, or it is in a workspace that you are not a member of.'),
    deleted: t('This domain was deleted.'),
  },
  qrCode: {
    name: t('QR code'),
    missing: t('QR code not found'),
    elsewhere: (values) => t('This qr code is in another workspace of yours, {name}.', values),
    unknown: t('This qr code was deleted, or it is in a workspace that you are not a member of.'),
    deleted: t('This qr code was deleted.'),
  },
  bioPage: {
    name: t('Bio page'),
    missing: t('Bio page not found'),
    elsewhere: (values) => t('This bio page is in another workspace of yours, {name}.', values),
    unknown: t('This bio page was deleted, or it is in a workspace that you are not a member of.'),
    deleted: t('This bio page was deleted.'),
  },
  webhook: {
    name: t('Webhook'),
    missing: t('Webhook not found'),
    elsewhere: (values) => t('This webhook is in another workspace of yours, {name}.', values),
    unknown: t('This webhook was deleted, or it is in a workspace that you are not a member of.'),
    deleted: t('This webhook was deleted.'),
  },
} as const satisfies Record<string, Texts>;

type Kind = keyof typeof TEXTS;

interface Props {
  kind: Kind;
  id: string;
  error: Error;
  onRetry: () => void;
  /** Shown when it does not exist: a link to the list. */
  action: ReactNode;
}

/**
 * The screen of a resource that does not exist or fails to load. One in another workspace of the user, such as that of a
 * colleague's link, can be opened there.
 */
export function ResourceError({ kind, id, error, onRetry, action }: Props) {
  const missing = error instanceof ApiError && error.status === 404;
  const deleted = error instanceof ApiError && error.status === 410;
  const elsewhere = useQuery({ ...workspacesHolding(id), enabled: missing }).data?.[0];
  const { href } = useLocation();
  const texts = TEXTS[kind];
  return (
    <>
      <PageTitle title={missing || deleted ? texts.missing : texts.name} />
      <div className="ui-panel mt-6">
        {elsewhere ? (
          <EmptyState
            action={
              <a href={dashboardAddress(elsewhere.id, href)} className={buttonClass({ tone: 'primary' })}>
                {t('Open in {name}', { name: elsewhere.name })}
              </a>
            }
          >
            {texts.elsewhere({ name: elsewhere.name })}
          </EmptyState>
        ) : missing || deleted ? (
          <EmptyState action={action}>{missing ? texts.unknown : texts.deleted}</EmptyState>
        ) : (
          <PanelError error={error} onRetry={onRetry} />
        )}
      </div>
    </>
  );
}
