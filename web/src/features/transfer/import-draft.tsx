import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type Job, useJobMutations } from '@/entities/job/job.queries';
import { ApiError, isLimitReached, messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { formatCount, plural } from '@/shared/lib/format';
import { Button, buttonClass } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { ColumnMapping } from './column-mapping';
import { importPreview, type Options, type Preview, useStartImport } from './import.queries';
import { ImportOptions } from './import-options';
import { PreviewTable } from './preview-table';

/** An uploaded file before its import: column mapping, options and preview. */
export function ImportDraft({ job, onGone }: { job: Job; onGone: () => void }) {
  const [options, setOptions] = useState<Options>({ onConflict: 'skip' });
  const { data: preview, error, refetch, isPlaceholderData } = useQuery(importPreview(job.id, options));
  const { remove } = useJobMutations();
  const change = (patch: Partial<Options>) => setOptions((prev) => ({ ...prev, ...patch }));

  if (error) {
    const isInvalid = error instanceof ApiError && error.status === 422;
    return (
      <div className="ui-panel mt-5">
        <PanelError error={error} onRetry={isInvalid ? () => setOptions({ onConflict: 'skip' }) : refetch} />
      </div>
    );
  }
  if (!preview) {
    return (
      <div className="mt-5 grid gap-3" aria-busy="true">
        <Skeleton height={160} />
        <Skeleton height={240} />
      </div>
    );
  }
  return (
    <div className="transfer-import" aria-busy={isPlaceholderData || undefined}>
      {preview.retrieved ? (
        <p className="ui-notice" role="status">
          {t('{count, plural, one {# link was} other {# links were}} read from {name}.', {
            count: preview.rows,
            name: preview.service ?? '',
          })}
        </p>
      ) : (
        <section className="ui-panel">
          <header>
            <h2>Columns</h2>
            <span className="ui-muted ui-small">
              {plural(preview.rows, 'row')}
              {preview.service && ` · detected as a ${preview.service} export`}
            </span>
          </header>
          <ColumnMapping preview={preview} onChange={(mapping) => change({ mapping })} />
        </section>
      )}
      <section className="ui-panel grid gap-4 p-4">
        <ImportOptions preview={preview} options={options} onChange={change} />
        <StartImport
          job={job}
          preview={preview}
          options={options}
          onDiscard={() => remove.mutate(job, { onSuccess: onGone })}
        />
      </section>
      <ImportPreview preview={preview} />
    </div>
  );
}

function ImportPreview({ preview }: { preview: Preview }) {
  if (preview.judged === 0) {
    return (
      <div className="ui-notice" role="status">
        <p>Select “Destination” for the column that contains the URLs.</p>
      </div>
    );
  }
  const { created, updated, unchanged, skipped, failed } = preview.counts;
  return (
    <section className="ui-panel">
      <header>
        <h2>Preview</h2>
        <span className="ui-muted ui-small" role="status">
          {preview.judged < preview.rows && `First ${plural(preview.judged, 'row')}: `}
          {formatCount(created)} new, {formatCount(updated)} updated, {formatCount(skipped + unchanged)} skipped,{' '}
          {formatCount(failed)} with errors
        </span>
      </header>
      {preview.room !== null && created > preview.room && (
        <p className="ui-notice ui-accent m-4">
          Your plan allows {plural(preview.room, 'more link', 'more links')}, but this file creates{' '}
          {preview.judged < preview.rows && 'at least '}
          {formatCount(created)}.
        </p>
      )}
      {preview.otherCase > 0 && <OtherCaseNotice preview={preview} />}
      <PreviewTable preview={preview} />
    </section>
  );
}

/** How to keep aliases that a domain which ignores case takes for one. */
function OtherCaseNotice({ preview }: { preview: Preview }) {
  return (
    <div className="ui-notice ui-accent m-4">
      <p>
        <b>
          {preview.judged < preview.rows && 'At least '}
          {plural(preview.otherCase, 'alias differs', 'aliases differ')} only in case from another one that leads
          elsewhere.
        </b>{' '}
        The domain of these links ignores case, so it can keep only one of each. To keep all, import into a domain with
        case-sensitive aliases: turn them on in the settings of a domain that has no links yet.
      </p>
      <RouteLink to="/dashboard/domains" className={buttonClass({ size: 'sm' })}>
        Domains
      </RouteLink>
    </div>
  );
}

interface StartProps {
  job: Job;
  preview: Preview;
  options: Options;
  onDiscard: () => void;
}

function StartImport({ job, preview, options, onDiscard }: StartProps) {
  const start = useStartImport(job.id);
  const [dryRun, setDryRun] = useState(false);
  const check = useId();
  const full = isLimitReached(start.error);
  return (
    <>
      {start.isError && (
        <div className="ui-notice ui-bad" role="alert">
          <p>{messageOf(start.error)}</p>
          {full && preview.room !== null && preview.room > 0 && (
            <Button size="sm" onClick={() => start.mutate({ ...options, partly: true })}>
              Import the first {formatCount(preview.room)}
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          tone="primary"
          busy={start.isPending}
          disabled={preview.judged === 0}
          onClick={() => start.mutate({ ...options, dryRun })}
        >
          {dryRun ? 'Check' : 'Import'} {plural(preview.rows, 'row')}
        </Button>
        <span className="flex items-center gap-2">
          <Checkbox id={check} checked={dryRun} onChange={(event) => setDryRun(event.target.checked)} />
          <label htmlFor={check}>Dry run: check without importing</label>
        </span>
        <Button tone="quiet" className="ml-auto" onClick={onDiscard}>
          Discard file
        </Button>
      </div>
    </>
  );
}
