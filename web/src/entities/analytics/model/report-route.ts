import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ReportSearch } from './report-search';

/**
 * Returns a URL's search unchanged. Every page loads this module, so the screen parses and validates the values
 * (readReport).
 */
export function reportSearch(raw: ReportSearch & SearchSchemaInput): ReportSearch {
  return raw;
}
