package analytics

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

func TestGranularity_FollowsClockChanges(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		zone       string
		g          Granularity
		start, end string
		want       []string
	}{
		"a day of 23 hours": {
			"Europe/Berlin", Day, "2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z",
			[]string{"2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},
		},
		"a day of 25 hours": {
			"Europe/Berlin", Day, "2026-10-24T22:00:00Z", "2026-10-26T23:00:00Z",
			[]string{"2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},
		},
		"the hour that comes twice": {
			"Europe/Berlin", Hour, "2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z",
			[]string{"2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"},
		},
		"a midnight that is left out": {
			"America/Santiago", Day, "2026-09-05T12:00:00Z", "2026-09-07T12:00:00Z",
			[]string{"2026-09-05T04:00:00Z", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"},
		},
		"a change by half an hour": {
			"Australia/Lord_Howe", Hour, "2026-10-03T14:00:00Z", "2026-10-03T17:00:00Z",
			[]string{"2026-10-03T13:30:00Z", "2026-10-03T14:30:00Z", "2026-10-03T15:30:00Z", "2026-10-03T16:00:00Z"},
		},
		"hours of a zone of half hours": {
			"Asia/Kolkata", Hour, "2026-05-01T10:00:00Z", "2026-05-01T11:00:00Z",
			[]string{"2026-05-01T09:30:00Z", "2026-05-01T10:30:00Z"},
		},
		"weeks begin on Monday": {
			"UTC", ISOWeek, "2026-11-18T00:00:00Z", "2026-11-24T00:00:00Z",
			[]string{"2026-11-16T00:00:00Z", "2026-11-23T00:00:00Z"},
		},
		"months of any length": {
			"America/New_York", Month, "2026-01-31T12:00:00Z", "2026-03-10T00:00:00Z",
			[]string{"2026-01-01T05:00:00Z", "2026-02-01T05:00:00Z", "2026-03-01T05:00:00Z"},
		},
		"minutes": {"UTC", Minute, "2026-11-20T10:00:30Z", "2026-11-20T10:02:00Z", []string{"2026-11-20T10:00:00Z", "2026-11-20T10:01:00Z"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range tt.g.Starts(at(tt.start), at(tt.end), zone(t, tt.zone), MaxPoints) {
				got = append(got, s.Format(time.RFC3339))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every moment lies in exactly one bucket: the one whose key it has.
func TestGranularity_CoversEveryMoment(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
		"Africa/Casablanca", "Asia/Beirut", "America/Havana", "America/Asuncion", "Antarctica/Troll", "Pacific/Chatham",
	} {
		loc := zone(t, name)
		for _, g := range []Granularity{Hour, Day, ISOWeek, Month} {
			start := at("2026-01-01T00:17:00Z")
			end := start.AddDate(1, 0, 3)
			starts := g.Starts(start, end, loc, 10_000)
			byKey := make(map[int64]int)
			for i, s := range starts {
				byKey[g.Key(s, loc)] = i
				if i > 0 && !starts[i-1].Before(s) {
					t.Fatalf("%s %s: %v after %v", name, g, s, starts[i-1])
				}
			}
			if len(byKey) != len(starts) {
				t.Fatalf("%s %s: %d keys for %d buckets", name, g, len(byKey), len(starts))
			}
			i := 0
			for m := start; m.Before(end); m = m.Add(11 * time.Minute) {
				for i+1 < len(starts) && !m.Before(starts[i+1]) {
					i++
				}
				if got, ok := byKey[g.Key(m, loc)]; !ok || got != i {
					t.Fatalf("%s %s: %v has the key of bucket %d (%v), want %d, which starts at %v", name, g, m, got, ok, i, starts[i])
				}
			}
		}
	}
}

// T1 of the review: at 14:00 UTC the clock of the Chatham Islands goes from 02:45 to 03:45, so
// that both quarter hours of that hour are 13:15 UTC by local time.
func TestGranularity_TellsTheHoursBesideAClockChangeApart(t *testing.T) {
	t.Parallel()
	loc := zone(t, "Pacific/Chatham")
	before, after := at("2026-09-26T13:50:00Z"), at("2026-09-26T14:05:00Z")
	if Hour.Key(before, loc) == Hour.Key(after, loc) || Hour.Key(after, loc) != at("2026-09-26T14:00:00Z").UnixMilli() {
		t.Errorf("keys %d and %d", Hour.Key(before, loc), Hour.Key(after, loc))
	}
	if starts := Hour.Starts(before, after, loc, 10); Hour.Aligned(starts, loc) {
		t.Errorf("%v are aligned", starts)
	}
	if starts := Hour.Starts(after.AddDate(0, 0, 1), after.AddDate(0, 0, 3), loc, 100); !Hour.Aligned(starts, loc) {
		t.Errorf("%v are not aligned", starts)
	}
}

func TestShifts_ReturnsClockChanges(t *testing.T) {
	t.Parallel()
	got := Shifts(zone(t, "Europe/Berlin"), at("2026-03-01T00:00:00Z"), at("2026-12-01T00:00:00Z"))
	want := []Shift{
		{at("2026-03-01T00:00:00Z"), time.Hour}, {at("2026-03-29T01:00:00Z"), 2 * time.Hour}, {at("2026-10-25T01:00:00Z"), time.Hour},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
