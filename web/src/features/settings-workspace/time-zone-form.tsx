import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { loadZones } from '@/shared/lib/time-zones';
import { Combobox } from '@/shared/ui/combobox';
import { Field } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

/** Sets the workspace's time zone. */
export function TimeZoneForm({ timeZone }: { timeZone: string }) {
  const queries = useQueryClient();
  const [zone, setZone] = useState(timeZone);
  const [error, setError] = useState('');
  const save = useMutation({
    mutationFn: () =>
      body(api.PATCH('/workspaces/{id}', { params: { path: { id: 'current' } }, body: { timeZone: zone } })),
    onSuccess: (workspace) => {
      queries.setQueryData(workspaceKeys.current, workspace);
      toast({ title: 'Time zone saved', text: workspace.timeZone.replaceAll('_', ' ') });
    },
    onError: (failure) => setError(messageOf(failure)),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setError('');
        save.mutate();
      }}
    >
      <Field
        label="Time zone"
        className="ui-full"
        error={error}
        hint="Reports show days and hours in this zone for all members."
      >
        {(field) => (
          <Combobox
            {...field}
            value={zone}
            load={loadZones}
            shown={zone.replaceAll('_', ' ')}
            placeholder="Choose a time zone"
            searchPlaceholder="Search time zones"
            emptyText="No time zone found."
            listLabel="Time zones"
            onChange={({ value }) => setZone(value)}
          />
        )}
      </Field>
      <div className="ui-full">
        <PermissionButton
          permission="workspace:manage"
          type="submit"
          tone="primary"
          busy={save.isPending}
          disabled={zone === timeZone}
        >
          Save time zone
        </PermissionButton>
      </div>
    </form>
  );
}
