import { useQuery } from '@tanstack/react-query';
import { installFacts } from '@/shared/config/product';
import { currentWorkspace } from './workspace.queries';

/** Whether the install has plans, which the operator can change while the page is open. */
export function useHasPlans(): boolean {
  return useQuery(currentWorkspace()).data?.hasPlans ?? installFacts().plans;
}
