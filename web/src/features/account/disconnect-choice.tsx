import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { identitiesQuery } from '@/entities/session/me.queries';
import { Checkbox } from '@/shared/ui/checkbox';

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Offers to disconnect single sign-on together with another change; nothing for an account that has none. */
export function DisconnectChoice({ checked, onChange }: Props) {
  const id = useId();
  const { data } = useQuery(identitiesQuery);
  if (!data?.items.length) return null;
  return (
    <span className="flex items-center gap-3">
      <Checkbox id={id} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>Also disconnect single sign-on</label>
    </span>
  );
}
