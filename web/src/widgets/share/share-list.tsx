import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { PERIODS } from '@/entities/analytics/model/period';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import { type Share, shares, useShareMutations } from '@/entities/share/share.queries';
import { isExpired } from '@/entities/share/share-expiry';
import { messageOf } from '@/shared/api/errors';
import { useAppForm } from '@/shared/forms/use-app-form';
import { useNow } from '@/shared/hooks/use-now';
import { t } from '@/shared/i18n/t';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

/** The shared pages of the workspace or of one link, with Rename and Stop. */
export function ShareList({ linkId }: { linkId?: string }) {
  const list = useQuery(shares());
  const pages = list.data?.filter((share) => !linkId || share.subjectId === linkId);
  if (list.isError) return <PanelError error={list.error} onRetry={() => list.refetch()} />;
  if (!pages) return <Skeleton height={48} />;
  if (pages.length === 0) return <p className="ui-muted">{t('No shared pages yet.')}</p>;
  return (
    <ul className="share-list">
      {pages.map((share) => (
        <ShareRow key={share.id} share={share} />
      ))}
    </ul>
  );
}

/** The period of a page: "Last 28 days", a date range, or "Any period". */
function formatSharePeriod({ interval, start, end, timeZone }: Share): string {
  const rolling = PERIODS.find(({ name }) => name === interval)?.label;
  if (rolling) return rolling;
  if (start)
    return formatDateRange(Date.parse(start), Date.parse(end ?? new Date().toISOString()), timeZone ?? 'UTC', true);
  return interval ?? t('Any period');
}

function formatExpiry(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return t('does not expire');
  const date = formatDate(expiresAt);
  return isExpired(expiresAt, now) ? t('expired {date}', { date }) : t('expires {date}', { date });
}

function ShareRow({ share }: { share: Share }) {
  const now = useNow(60_000);
  const [renaming, setRenaming] = useState(false);
  const [stopping, setStopping] = useState(false);
  const { revoke } = useShareMutations();
  const name = share.name ?? share.label ?? t('Deleted');

  async function stop() {
    try {
      await revoke.mutateAsync(share.id);
      toast({ title: t('Sharing stopped'), text: t('The link to “{name}” no longer works.', { name }) });
    } catch (error) {
      toast({ title: t("Couldn't stop sharing"), text: messageOf(error), tone: 'bad' });
    }
    setStopping(false);
  }

  if (renaming) return <Rename share={share} currentName={name} onClose={() => setRenaming(false)} />;
  const filters = share.filters.length;
  return (
    <li>
      <span className="ui-truncate">
        <b>{name}</b>
        <small className="ui-muted">
          {share.hasPassword && (
            <>
              <Icon name="lock" />{' '}
            </>
          )}
          {[
            share.hasPassword && t('password'),
            formatSharePeriod(share),
            filters > 0 ? t('{count, plural, one {# filter} other {# filters}}', { count: filters }) : t('no filters'),
            t('created {date}', { date: formatDate(share.createdAt) }),
            formatExpiry(share.expiresAt, now),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Button size="sm" aria-label={t('Rename {name}', { name })} onClick={() => setRenaming(true)}>
        {t('Rename')}
      </Button>
      <Button size="sm" tone="danger" aria-label={t('Stop sharing {name}', { name })} onClick={() => setStopping(true)}>
        {t('Stop')}
      </Button>
      <ConfirmDialog
        open={stopping}
        onClose={() => setStopping(false)}
        title={t('Stop sharing “{name}”?', { name })}
        action={t('Stop sharing')}
        busy={revoke.isPending}
        onConfirm={() => void stop()}
      >
        {t('Its link stops working at once. You can create a new page, but it gets another link.')}
      </ConfirmDialog>
    </li>
  );
}

const renameSchema = z.object({ name: z.string().check(z.trim()) });

function Rename({ share, currentName, onClose }: { share: Share; currentName: string; onClose: () => void }) {
  const { rename } = useShareMutations();
  const form = useAppForm({
    schema: renameSchema,
    defaultValues: { name: currentName },
    onSubmit: ({ name }) => rename.mutateAsync({ id: share.id, name: name || null }),
    onSuccess: onClose,
    errorTitle: t("Couldn't rename the page"),
  });
  return (
    <li>
      <form className="share-rename" noValidate onSubmit={form.submit}>
        <Field label={t('Name of {name}', { name: currentName })} labelHidden error={form.errorOf('name')}>
          {(control) => <Input {...control} autoFocus maxLength={100} {...form.register('name')} />}
        </Field>
        <Button size="sm" type="submit" tone="primary" busy={form.isPending}>
          {t('Save')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </form>
    </li>
  );
}
