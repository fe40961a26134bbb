import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type Domain = Schemas['Domain'];
export type DeletedDomain = Schemas['DeletedDomain'];
export type DomainUsage = Schemas['DomainUsage'];
export type DnsRecord = Domain['records'][number];
export type Certificate = Domain['certificate'];
export type UpdateDomain = Schemas['DomainSettingsInput'];
