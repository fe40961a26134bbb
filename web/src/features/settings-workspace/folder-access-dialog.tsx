import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Folder, labelKeys } from '@/entities/label/label.queries';
import { linkKeys } from '@/entities/link/link.queries';
import { type Member, memberList, roleLabel } from '@/entities/member/member.queries';
import { api, body } from '@/shared/api/client';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  access: z.enum(['workspace', 'members']),
  /** Levels by user id; members without one have no access. */
  members: z.record(z.string(), z.enum(['none', 'read', 'write'])),
});

type Form = z.infer<typeof schema>;
type Level = Form['members'][string];

const ACCESS: { value: Form['access']; label: string }[] = [
  { value: 'workspace', label: 'Everyone in the workspace' },
  { value: 'members', label: 'Only chosen members' },
];

const ABOUT: Record<Form['access'], string> = {
  workspace: 'Every member sees this folder. What they can do follows from their role.',
  members:
    'Owners and admins always have access. For everyone else without access, the folder and its links don’t exist.',
};

const NO_ACCESS = { value: 'none', label: 'No access' } as const;
const CAN_READ = { value: 'read', label: 'Can read' } as const;
const LEVELS: readonly { value: Level; label: string }[] = [NO_ACCESS, CAN_READ, { value: 'write', label: 'Can edit' }];

/** Sets who sees a folder and its links. */
export function FolderAccessDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: ({ access, members }: Form) =>
      body(
        api.PUT('/folders/{id}/access', {
          params: { path: { id: folder.id } },
          body: { access, members: access === 'members' ? chosen(members) : [] },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: labelKeys.of('folders') }),
        queries.invalidateQueries({ queryKey: linkKeys.all }),
      ]),
  });
  const form = useAppForm({
    schema,
    defaultValues: {
      access: folder.access,
      members: Object.fromEntries(folder.members.map(({ userId, level }) => [userId, level])),
    } as Form,
    onSubmit: save.mutateAsync,
    onSuccess: () => {
      toast({ title: `Access to ${folder.name} changed` });
      onClose();
    },
  });
  const { field: access } = useController({ control: form.control, name: 'access' });
  const { field: members } = useController({ control: form.control, name: 'members' });
  return (
    <FormDialog onClose={onClose} title={`Access to ${folder.name}`} width={560} form={form} action="Save access">
      <Segmented
        label="Access"
        className="justify-self-start"
        value={access.value}
        options={ACCESS}
        onChange={access.onChange}
      />
      <p className="ui-muted">{ABOUT[access.value]}</p>
      {access.value === 'members' && (
        <MemberLevels
          levels={members.value}
          onChange={(userId, level) => members.onChange({ ...members.value, [userId]: level })}
        />
      )}
    </FormDialog>
  );
}

/** The entries of the members that have access. */
function chosen(levels: Form['members']) {
  return Object.entries(levels).flatMap(([userId, level]) => (level === 'none' ? [] : [{ userId, level }]));
}

interface LevelsProps {
  levels: Form['members'];
  onChange: (userId: string, level: Level) => void;
}

/** The members whose access can be chosen, each with a level. */
function MemberLevels({ levels, onChange }: LevelsProps) {
  const { data, error, refetch } = useQuery(memberList());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={96} />;
  const limited = data.filter(({ role }) => role !== 'owner' && role !== 'admin');
  if (limited.length === 0) return <p className="ui-muted">All members are owners or admins, so all have access.</p>;
  return (
    <ul className="ui-panel max-h-[320px] overflow-y-auto" aria-label="Members with access">
      {limited.map((member) => (
        <MemberLevel key={member.userId} member={member} level={levels[member.userId] ?? 'none'} onChange={onChange} />
      ))}
    </ul>
  );
}

interface LevelProps {
  member: Member;
  level: Level;
  onChange: (userId: string, level: Level) => void;
}

/** A viewer only reads, whatever the level. */
function MemberLevel({ member, level, onChange }: LevelProps) {
  const name = `${member.firstName} ${member.lastName}`;
  const options = member.role === 'viewer' && level !== 'write' ? [NO_ACCESS, CAN_READ] : LEVELS;
  return (
    <li className="ui-row first:border-t-0">
      <div className="min-w-0 flex-1">
        <b className="ui-truncate block">{name}</b>
        <span className="ui-small ui-muted ui-truncate block">
          {roleLabel(member.role)} · {member.email}
        </span>
      </div>
      <Select
        aria-label={`Access of ${name}`}
        className="w-[8.5rem] shrink-0"
        value={level}
        options={options}
        onChange={(next) => onChange(member.userId, next)}
      />
    </li>
  );
}
