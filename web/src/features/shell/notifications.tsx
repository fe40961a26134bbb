import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { t } from '@/shared/i18n/t';
import { formatAgo } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Popover } from '@/shared/ui/popover';
import { Skeleton } from '@/shared/ui/skeleton';
import { notificationKeys, notificationsQuery } from './notifications.queries';

type Notification = components['schemas']['Notification'];

/** The notification bell, with a dot for unread ones. Closing the panel marks all as read. */
export function Notifications() {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(notificationsQuery);
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () => api.POST('/notifications/read', { body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
  const unread = data?.unread ?? 0;
  const change = (next: boolean) => {
    setOpen(next);
    if (!next && unread > 0) read.mutate();
  };
  const name = unread > 0 ? t('Notifications, {count} unread', { count: unread }) : t('Notifications');
  return (
    <Popover
      open={open}
      onOpenChange={change}
      label={t('Notifications')}
      tip={name}
      className="shell-notifications"
      trigger={
        <Button tone="quiet" icon className="shell-bell" data-unread={unread > 0 || undefined} aria-label={name}>
          <Icon name="bell" />
        </Button>
      }
    >
      <h2>{t('Notifications')}</h2>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : (
        <NotificationList items={data?.items} onNavigate={() => change(false)} />
      )}
    </Popover>
  );
}

function NotificationList({
  items,
  onNavigate,
}: {
  items: readonly Notification[] | undefined;
  onNavigate: () => void;
}) {
  if (!items) {
    return (
      <div className="p-4">
        <Skeleton height={48} />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <div className="ui-empty ui-rule">
        <p>{t('No notifications yet')}</p>
      </div>
    );
  }
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} data-unread={item.readAt === null || undefined}>
          <p className="font-semibold">{item.title}</p>
          <p>{item.message}</p>
          <p className="ui-small ui-muted mt-1 flex justify-between">
            <time dateTime={item.createdAt}>{formatAgo(item.createdAt)}</time>
            {item.url && (
              <Link to={item.url} onClick={onNavigate} className="ui-more">
                {t('See more')}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
