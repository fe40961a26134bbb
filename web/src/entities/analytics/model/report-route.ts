import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ReportSearch } from './report-search';

/**
 * Takes a URL's search as it is. This stands in the part of the app that every page loads: what the values mean, and
 * that some mean nothing, is the screen's to know (readReport).
 */
export function reportSearch(raw: ReportSearch & SearchSchemaInput): ReportSearch {
  return raw;
}
