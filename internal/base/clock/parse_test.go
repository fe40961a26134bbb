package clock_test

import (
	"errors"
	"testing"
	"time"

	"linnet/internal/base/clock"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"2026-01-31T09:00:00Z": nil, "2026-01-31T09:00:00.123+23:59": nil, "1971-01-01T00:00:00Z": nil, "9999-12-31T23:59:59Z": nil,
		"0001-01-01T00:00:00Z": clock.ErrRange, "0001-01-01T01:00:00+01:00": clock.ErrRange, "1970-12-31T23:59:59Z": clock.ErrRange,
		"9999-12-31T23:59:59-01:00": clock.ErrRange, "1971-01-01T00:30:00+01:00": clock.ErrRange,
		"2026-01-31T09:00:00+24:00": clock.ErrFormat, "2026-01-31T09:00:00+01:60": clock.ErrFormat, "2026-01-31": clock.ErrFormat,
		"2026-01-31T09:00:00,5Z": clock.ErrFormat, "2026-1-31T09:00:00Z": clock.ErrFormat, "": clock.ErrFormat, "12026-01-31T09:00:00Z": clock.ErrFormat,
	} {
		if at, err := clock.Parse(text); !errors.Is(err, want) || (err == nil) == at.IsZero() {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, at, err, want)
		}
	}
	if at, err := clock.Parse("2026-01-31T09:00:00+03:00"); err != nil || !at.Equal(time.Date(2026, 1, 31, 6, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", at, err)
	}
}
