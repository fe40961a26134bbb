import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorsQuery } from '@/entities/second-factor/second-factor.queries';
import { formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';

const SetupDialog = lazyPart(() => import('./two-factor-setup'), 'TwoFactorSetup');
const CodesDialog = lazyPart(() => import('./new-recovery-codes'), 'NewRecoveryCodes');
const DisableDialog = lazyPart(() => import('./two-factor-off'), 'TwoFactorOff');

const DIALOGS = { setup: SetupDialog, codes: CodesDialog, off: DisableDialog };

/** Turns two-factor authentication on and off, and replaces the recovery codes. */
export function TwoFactorSection() {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={58} className="max-w-[680px]" />;
  const OpenDialog = open && DIALOGS[open];
  const left = data.recoveryCodes;
  return (
    <>
      <div className="ui-panel max-w-[680px]">
        <div className="ui-row first:border-t-0 flex-wrap">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              Authenticator app
              {data.totp ? <Badge tone="ok">On</Badge> : <Badge>Off</Badge>}
            </p>
            <p className="ui-small ui-muted">
              {data.enabledAt
                ? `On since ${formatDate(data.enabledAt)} · ${left} recovery ${left === 1 ? 'code' : 'codes'} left`
                : 'Logging in with your password also needs a code of the app.'}
            </p>
          </div>
          <div className="ml-auto flex flex-wrap gap-2">
            {data.totp ? (
              <>
                <Button size="sm" onClick={() => setOpen('codes')}>
                  New recovery codes
                </Button>
                <Button size="sm" onClick={() => setOpen('off')}>
                  Turn off
                </Button>
              </>
            ) : (
              <Button size="sm" onClick={() => setOpen('setup')}>
                Set up
              </Button>
            )}
          </div>
        </div>
      </div>
      {OpenDialog && <OpenDialog onClose={() => setOpen(null)} />}
    </>
  );
}
