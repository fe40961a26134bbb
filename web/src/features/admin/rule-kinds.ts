/** What a rule blocks. */
export const RULE_KINDS = [
  { value: 'domain', label: 'Domain', about: 'A host and all its subdomains.' },
  { value: 'host', label: 'Host', about: 'One host, without its subdomains.' },
  { value: 'prefix', label: 'Path', about: 'A host and the beginning of a path, such as example.com/login.' },
  { value: 'pattern', label: 'Pattern', about: 'Host, path and query, with * for any characters.' },
] as const;
