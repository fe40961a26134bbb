import { useFormContext } from 'react-hook-form';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { formatDateTime, plural } from '@/shared/lib/format';
import { Field, Input } from '@/shared/ui/field';
import { fromLocalInput } from '../local-time';
import type { LinkForm } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';

const CLICK_LIMIT_HINT =
  'The link ends after this many clicks by people. Link previews, bots and prefetches are not counted.';

function summaryOf(startsAt: string, expiresAt: string, maxClicks: string, zone: string): string | null {
  const from = fromLocalInput(startsAt, zone);
  const to = fromLocalInput(expiresAt, zone);
  const most = Number(maxClicks);
  const parts = [
    from && `from ${formatDateTime(from, zone)}`,
    to && `until ${formatDateTime(to, zone)}`,
    most > 0 && `at most ${plural(most, 'click')}`,
  ];
  return parts.filter(Boolean).join(', ') || null;
}

/** When the link begins and ends, how many clicks it takes, and what comes after. */
export function ScheduleSection({ sections }: { sections: SectionsOpen }) {
  const { register, watch, formState } = useFormContext<LinkForm>();
  const [startsAt, expiresAt, maxClicks] = watch(['startsAt', 'expiresAt', 'maxClicks']);
  const { errors } = formState;
  const zone = useEntryZone();
  return (
    <Section
      icon="clock"
      name="Expiry"
      summary={summaryOf(startsAt, expiresAt, maxClicks, zone)}
      none="never"
      {...sections.of('schedule')}
    >
      <div className="pair">
        <Field label="Starts" error={errors.startsAt?.message}>
          {(control) => <Input {...control} type="datetime-local" {...register('startsAt')} />}
        </Field>
        <Field label="Ends" error={errors.expiresAt?.message}>
          {(control) => <Input {...control} type="datetime-local" {...register('expiresAt')} />}
        </Field>
      </div>
      <p className="hint">Times are in {zone}, the time zone of this workspace.</p>
      <Field label="Click limit" error={errors.maxClicks?.message} hint={CLICK_LIMIT_HINT}>
        {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...register('maxClicks')} />}
      </Field>
      <Field
        label="Afterwards, send visitors to"
        error={errors.fallbackUrl?.message}
        hint="Leave empty to show a page that says the link has ended."
      >
        {(control) => (
          <Input {...control} type="url" autoComplete="off" placeholder="https://" {...register('fallbackUrl')} />
        )}
      </Field>
    </Section>
  );
}
