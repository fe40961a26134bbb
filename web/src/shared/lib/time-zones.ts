import type { ComboOption } from '@/shared/ui/search-list';

let zones: Promise<readonly ComboOption[]> | undefined;

/** The IANA time zones this browser knows, UTC first. One promise for all lists: a Combobox waits for the same one. */
export function loadZones(): Promise<readonly ComboOption[]> {
  zones ??= Promise.resolve(
    ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    })),
  );
  return zones;
}
