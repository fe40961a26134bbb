import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';

export const notificationKeys = {
  get all() {
    return workspaceKey('notifications');
  },
};

/** The polling interval while the page is visible, in ms. */
const POLL_MS = 60_000;

/** The user's notifications, newest first. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.all,
  queryFn: ({ signal }) => body(api.GET('/notifications', { signal })),
  refetchInterval: POLL_MS,
});
