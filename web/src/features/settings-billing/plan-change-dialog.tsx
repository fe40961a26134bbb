import { useQuery } from '@tanstack/react-query';
import { type Price, planChangePreview, useChangePlan } from '@/entities/billing/billing.queries';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { formatCount, formatMoney } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toastResult } from '@/shared/ui/toast-result';

/** Shows what a change of the subscription charges now, and confirms it. */
export function PlanChangeDialog({ price, onClose }: { price: Price; onClose: () => void }) {
  const { data: preview, error, refetch } = useQuery(planChangePreview(price));
  const change = useChangePlan();
  const label = planLabel(price.package);
  const confirm = () =>
    preview &&
    void toastResult(
      change.mutateAsync({ ...price, previewedAt: preview.previewedAt }),
      () => ({ title: `You are on the ${label}` }),
      'Couldn’t change the plan',
    ).then(onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Switch to the ${label}, billed ${price.period}`}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>Keep current plan</Button>
          <Button tone="primary" disabled={!preview} busy={change.isPending} onClick={confirm}>
            Confirm change
          </Button>
        </>
      }
    >
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : !preview ? (
        <Skeleton height={120} />
      ) : (
        <>
          <ul>
            {preview.lines.map((line) => (
              <li key={line.description} className="flex justify-between gap-4 py-1.5">
                <span>{line.description}</span>
                <span>{formatMoney(line.amount, preview.currency)}</span>
              </li>
            ))}
            <li className="flex justify-between gap-4 border-t border-line py-3">
              <b>Due now</b>
              <b>{formatMoney(preview.due, preview.currency)}</b>
            </li>
          </ul>
          {preview.excess.length > 0 && (
            <div className="ui-notice ui-accent mt-4">
              <span>
                This plan includes less than you use:{' '}
                {preview.excess
                  .map(({ name, used, limit }) => `${formatCount(used)} of ${formatCount(limit)} ${name}`)
                  .join(', ')}
                . Everything stays and all links keep working, but you can’t create more.
              </span>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
