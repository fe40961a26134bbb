import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { inWorkspace, memberKeys, ROLES, type Role, rolesUpTo } from '@/entities/member/member.queries';
import { api, body } from '@/shared/api/client';
import { isLimitReached, messageOf } from '@/shared/api/errors';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Dialog, DialogClose } from '@/shared/ui/dialog';
import { Field } from '@/shared/ui/field';
import { SecretDialog } from '@/shared/ui/secret-dialog';
import { Select } from '@/shared/ui/select';
import { TagsInput } from '@/shared/ui/tags-input';
import { PlansLink } from '@/widgets/plans/plans-link';

/** Invitations of one submit. */
const MAX_ADDRESSES = 20;

const schema = z.object({
  email: z.array(z.string()).check(z.maxLength(MAX_ADDRESSES, `Enter at most ${MAX_ADDRESSES} addresses.`)),
  role: z.enum(['owner', 'admin', 'editor', 'viewer']),
});

type Form = z.infer<typeof schema>;

/** The result of the invitation of an address; an empty address stands for any user. */
interface Invited {
  email: string;
  url?: string;
  error?: string;
  /** The plan allows no more members. */
  limit?: boolean;
}

async function invite(email: string, role: Role): Promise<Invited> {
  const { url } = await body(
    api.POST('/workspaces/{id}/invitations', {
      params: { path: inWorkspace() },
      body: { role, ...(email && { email }) },
    }),
  );
  return { email, url };
}

/** Invites several addresses, one after the other. A failed one does not affect the others. */
async function inviteEach(emails: readonly string[], role: Role): Promise<Invited[]> {
  const invited: Invited[] = [];
  for (const email of emails) {
    invited.push(
      await invite(email, role).catch((error) => ({
        email,
        error: messageOf(error),
        limit: isLimitReached(error),
      })),
    );
  }
  return invited;
}

/** Creates invitations for email addresses, or one that any user can accept once. */
export function InviteDialog({ ownRole, onClose }: { ownRole: Role; onClose: () => void }) {
  const queries = useQueryClient();
  const [created, setCreated] = useState<readonly Invited[]>([]);
  const form = useAppForm({
    schema,
    defaultValues: { email: [], role: 'editor' } as Form,
    onSubmit: async ({ email: [first = '', ...others], role }: Form) =>
      others.length > 0 ? inviteEach([first, ...others], role) : [await invite(first, role)],
    onSuccess: async (invited) => {
      setCreated(invited);
      await queries.invalidateQueries({ queryKey: memberKeys.invitations });
    },
  });
  const { field: role } = useController({ control: form.control, name: 'role' });
  const { field: email } = useController({ control: form.control, name: 'email' });
  if (created.length > 0) return <Created invited={created} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Invite to the workspace"
      width={520}
      form={form}
      action="Create invitation"
      help={isLimitReached(form.mutation.error) && <PlansLink />}
    >
      <Field
        label="Email addresses (optional)"
        error={form.errorOf('email')}
        hint="Separate several with commas. Only these addresses can accept. Leave empty to create a link that anyone can accept once."
      >
        {(field) => (
          <TagsInput {...field} ref={email.ref} noun="address" value={email.value} onChange={email.onChange} />
        )}
      </Field>
      <Field label="Role" error={form.errorOf('role')} hint={ROLES.find(({ value }) => value === role.value)?.about}>
        {(field) => (
          <Select {...field} ref={role.ref} value={role.value} options={rolesUpTo(ownRole)} onChange={role.onChange} />
        )}
      </Field>
    </FormDialog>
  );
}

/** The link of one invitation, or the result of each of several. */
function Created({ invited, onClose }: { invited: readonly Invited[]; onClose: () => void }) {
  const [only] = invited.length === 1 ? invited : [];
  if (only?.url)
    return (
      <SecretDialog
        title="Invitation created"
        width={520}
        onClose={onClose}
        reveal={{
          title: 'Invitation link',
          label: 'Invitation link',
          what: 'the link',
          secret: only.url,
          children: 'It works once and expires in 7 days.',
        }}
      >
        {only.email && <p>We are sending an email to {only.email}. You can also share this link.</p>}
      </SecretDialog>
    );
  const sent = invited.filter(({ url }) => url).length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${sent} of ${invited.length} invitations created`}
      width={520}
      footer={<DialogClose>Done</DialogClose>}
    >
      <ul className="ui-panel" aria-label="Invitations">
        {invited.map(({ email, error, limit }) => (
          <li key={email} className="ui-row first:border-t-0">
            <div className="min-w-0 flex-1">
              <p className="break-words font-semibold">{email}</p>
              <p className={error ? 'ui-hint ui-error' : 'ui-small ui-muted'}>
                {error ?? 'We are sending an email.'} {limit && <PlansLink />}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
