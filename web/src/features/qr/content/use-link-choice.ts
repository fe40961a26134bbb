import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allDomains } from '@/entities/domain/domain.queries';
import { linkDetail } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';

/**
 * The link of a new code: the one with the id, until the user chooses another one. `look` is the default look of new
 * codes of its domain, null if it has none.
 */
export function useLinkChoice(linkId: string | undefined) {
  const initial = useQuery({ ...linkDetail(linkId ?? ''), enabled: linkId !== undefined });
  const [chosen, setChosen] = useState<LinkBase | 'another' | null>(null);
  const link = chosen === 'another' ? null : (chosen ?? initial.data ?? null);
  const { data: domains } = useQuery({ ...allDomains(), enabled: link !== null });
  return {
    link,
    look: domains?.find(({ host }) => host === link?.domain)?.qrLook ?? null,
    isLoading: chosen === null && linkId !== undefined && initial.isPending,
    /** Why the link with the id could not be loaded. */
    error: chosen === null && initial.isError ? initial.error : null,
    retry: () => void initial.refetch(),
    choose: (next: LinkBase) => setChosen(next),
    /** Shows the picker. */
    change: () => setChosen('another'),
  };
}

export type LinkChoice = ReturnType<typeof useLinkChoice>;
