import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { qrReport } from '@/entities/qr-code/qr-code.queries';
import type { QrLook, QrLookChange, QrPrint } from '@/entities/qr-code/qr-code.types';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { Skeleton } from '@/shared/ui/skeleton';
import type { LookField, LookForm } from './look.schema';
import { verdictOf } from './scannability';

interface Props {
  field: LookField;
  /** The encoded text. */
  content: string;
  look: QrLook;
  /** The size in which the code is printed; by default that of the look, at 96 pixels per inch. */
  print?: QrPrint | undefined;
  /** Failed checks offer a change of the look. True by default. */
  canEdit?: boolean;
  /** Applies the print size that fixes a failed check. */
  onPrint?: (print: QrPrint) => void;
}

/** Rates how reliably scanners read the code. Failed checks offer a change of the look that fixes them. */
export function ScannabilityMeter({ field, content, look, print, canEdit = true, onPrint }: Props) {
  const { setValue } = useFormContext<LookForm>();
  const report = useQuery({ ...qrReport(content, look, print), placeholderData: keepPreviousData });
  if (report.isError) return <p className="ui-hint ui-error">{messageOf(report.error)}</p>;
  if (!report.data) return <Skeleton height={96} />;
  const { score, checks } = report.data;
  function apply(fix: QrLookChange) {
    for (const [name, value] of Object.entries(fix)) {
      setValue(`${field}.${name as keyof QrLook}`, value, { shouldDirty: true, shouldValidate: true });
    }
  }
  return (
    <section className="qr-meter" aria-label="Scannability" aria-busy={report.isPlaceholderData || undefined}>
      <p role="status">
        <b>{score}</b> {verdictOf(score)}
      </p>
      <ProgressTrack role="meter" calm label="Scannability" value={score} max={100} />
      <ul>
        {checks.map(({ name, ok, message, fix, printFix }) => (
          <li key={name} data-ok={ok}>
            <Icon name={ok ? 'check' : 'warn'} />
            <span>{message}</span>
            {printFix && onPrint ? (
              <Button size="sm" aria-label={`Fix: ${message}`} onClick={() => onPrint(printFix)}>
                Fix
              </Button>
            ) : (
              fix &&
              canEdit && (
                <Button size="sm" aria-label={`Fix: ${message}`} onClick={() => apply(fix)}>
                  Fix
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
