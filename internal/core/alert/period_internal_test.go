package alert

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func local(t *testing.T, loc *time.Location, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, loc)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// The clocks of Berlin went back an hour on 25 October 2026 and forward on 28 March 2027.
func TestPeriod_WeeksBeforeAreTheSameLocalTime(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	for name, c := range map[string]struct {
		kind Kind
		now  string
		want []string // the period and those of the weeks before, in UTC
	}{
		"an hour before and after clocks went back": {Spike, "2026-11-06 16:02", []string{
			"2026-11-06 14:00", "2026-10-30 14:00", "2026-10-23 13:00", "2026-10-16 13:00", "2026-10-09 13:00",
		}},
		"a day before and after clocks went back": {Fall, "2026-11-02 00:02", []string{
			"2026-10-31 23:00", "2026-10-24 22:00", "2026-10-17 22:00", "2026-10-10 22:00", "2026-10-03 22:00",
		}},
		"an hour that was skipped a week before": {Spike, "2027-04-04 03:02", []string{
			"2027-04-04 00:00", "2027-03-28 01:00", "2027-03-21 01:00", "2027-03-14 01:00", "2027-03-07 01:00",
		}},
		"the hour after the skipped one": {Spike, "2027-03-28 04:05", []string{
			"2027-03-28 01:00", "2027-03-21 02:00", "2027-03-14 02:00", "2027-03-07 02:00", "2027-02-28 02:00",
		}},
	} {
		p := c.kind.latest(local(t, berlin, c.now), berlin)
		got := []string{p.Start.UTC().Format("2006-01-02 15:04")}
		for n := 1; n <= weeks; n++ {
			got = append(got, p.weeksBefore(n).UTC().Format("2006-01-02 15:04"))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestKind_ChecksEachPeriodOnce follows the checks over clock changes and compares the
// checked periods with the buckets of figures.
func TestKind_ChecksEachPeriodOnce(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu"} {
		loc := zone(t, name)
		for _, kind := range []Kind{Spike, Fall} {
			now := local(t, loc, "2018-10-20 12:34")
			end := now.AddDate(0, 0, 190)
			want := kind.granularity().Starts(now, end, loc, analytics.MaxPoints*3)
			for _, start := range want {
				now = kind.nextCheck(now.Add(-DelayAfter), loc)
				if start.Equal(want[0]) {
					now = kind.nextCheck(local(t, loc, "2018-10-20 12:34"), loc)
				}
				if p := kind.latest(now, loc); !p.Start.Equal(start) || !p.End.Add(DelayAfter).Equal(now) {
					t.Fatalf("%s of %s: at %v the period from %v to %v is checked, want that from %v", kind, name, now, p.Start, p.End, start)
				}
			}
		}
	}
}
