import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OWNERSHIP } from '@/test/fixtures/domains';
import { renderScreen } from '@/test/render';
import { RecordCard } from './record-card';

const DOUBLED = '_linnet.go.example.com.example.com';

it('names the wrong place of a record when the value was found there', async () => {
  const record = { ...OWNERSHIP, found: ['another value'], foundAt: DOUBLED };
  await renderScreen(<RecordCard record={record} checked />);
  expect(screen.getByText(DOUBLED)).toBeVisible();
  expect(screen.getByText('Different name')).toBeVisible();
  expect(screen.queryByText('another value')).toBeNull();
});

it('names no place when the record was found', async () => {
  await renderScreen(<RecordCard record={{ ...OWNERSHIP, ok: true, foundAt: DOUBLED }} checked />);
  expect(screen.queryByText(DOUBLED)).toBeNull();
  expect(screen.getByText('Found')).toBeVisible();
});
