import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';

/** The parts of a link that name it. */
export interface NamedLink {
  domain: string;
  alias: string;
}

/** Whether the links of the workspace can be on more than one host, so that an alias alone does not identify a link. */
export function useSeveralHosts(): boolean {
  return (useQuery(domains()).data?.length ?? 0) > 1;
}

/** Returns the function that names a link in text: "/launch", or "go.example/launch" where there are several hosts. */
export function useLinkName(): (link: NamedLink) => string {
  const several = useSeveralHosts();
  return ({ domain, alias }) => `${several ? domain : ''}/${alias}`;
}

/** Parses the label of a link in a report, "go.example/launch". Null for the id of a link that no longer exists. */
export function linkOfLabel(label: string): NamedLink | null {
  const slash = label.indexOf('/');
  return slash < 0 ? null : { domain: label.slice(0, slash), alias: label.slice(slash + 1) };
}

/** Returns the function that names the link with a label in a report. */
export function useLabelName(): (label: string) => string {
  const nameOf = useLinkName();
  return (label) => {
    const link = linkOfLabel(label);
    return link ? nameOf(link) : label;
  };
}
