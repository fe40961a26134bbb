import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';
import { TIMING } from '@/shared/config/timing';

export const notificationKeys = {
  get all() {
    return workspaceKey('notifications');
  },
};

/** The user's notifications, newest first. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.all,
  queryFn: ({ signal }) => body(api.GET('/notifications', { signal })),
  refetchInterval: TIMING.pollMs,
});
