import type { LocationRewrite } from '@tanstack/react-router';
import { addressedWorkspace, dashboardAddress, withoutWorkspace } from '@/shared/lib/workspace-address';

/**
 * Routes and links do not name the workspace: it is removed from the addresses that the router reads, and added to those
 * that it writes. So a link stays in the workspace of its page.
 */
export const workspaceRewrite: LocationRewrite = {
  input: ({ url }) => {
    url.pathname = withoutWorkspace(url.pathname);
    return url;
  },
  output: ({ url }) => {
    const address = new URL(url);
    address.pathname = dashboardAddress(addressedWorkspace(), url.pathname);
    return address;
  },
};
