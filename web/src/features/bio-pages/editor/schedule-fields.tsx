import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { fromLocalInput, toLocalInput } from '@/shared/lib/local-time';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';

interface Schedule {
  startsAt: string | null;
  endsAt: string | null;
}

interface Props {
  value: Schedule;
  onChange: (schedule: Schedule) => void;
}

/** Start and end of a schedule in the time zone of the workspace. An end before the start is not accepted. */
export function ScheduleFields({ value: { startsAt, endsAt }, onChange }: Props) {
  const zone = useEntryZone();
  const reversed = startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt);
  return (
    <div className="bio-form">
      <Field label="Show from">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={toLocalInput(startsAt, zone)}
            onChange={(event) => onChange({ startsAt: fromLocalInput(event.target.value, zone), endsAt })}
          />
        )}
      </Field>
      <Field label="Show until" error={reversed ? 'The end must be after the start.' : undefined}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={toLocalInput(endsAt, zone)}
            onChange={(event) => onChange({ startsAt, endsAt: fromLocalInput(event.target.value, zone) })}
          />
        )}
      </Field>
      <p className="ui-hint">Times are in {zone}, the time zone of this workspace.</p>
      {(startsAt || endsAt) && (
        <Button size="sm" onClick={() => onChange({ startsAt: null, endsAt: null })}>
          Clear schedule
        </Button>
      )}
    </div>
  );
}
