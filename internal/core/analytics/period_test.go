package analytics

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
)

func TestPeriod_IntervalsStartAtLocalMidnight(t *testing.T) {
	t.Parallel()
	now := at("2026-11-20T10:30:15Z") // a Friday
	for name, tt := range map[string]struct {
		period Period
		start  string
	}{
		"unsaid":            {Period{}, "2026-10-22T00:00:00Z"},
		"24 hours":          {Period{Interval: Last24h}, "2026-11-19T11:00:00Z"},
		"24 of half hours":  {Period{Interval: Last24h, TimeZone: "Asia/Kolkata"}, "2026-11-19T11:30:00Z"},
		"seven days":        {Period{Interval: Last7d}, "2026-11-14T00:00:00Z"},
		"over a change":     {Period{Interval: Last30d, TimeZone: "Europe/Berlin"}, "2026-10-21T22:00:00Z"},
		"ninety":            {Period{Interval: Last90d}, "2026-08-23T00:00:00Z"},
		"twelve months":     {Period{Interval: Last12mo}, "2025-12-01T00:00:00Z"},
		"month so far":      {Period{Interval: MonthSoFar}, "2026-11-01T00:00:00Z"},
		"quarter so far":    {Period{Interval: QuarterSoFar}, "2026-10-01T00:00:00Z"},
		"year so far":       {Period{Interval: YearSoFar, TimeZone: "America/New_York"}, "2026-01-01T05:00:00Z"},
		"all":               {Period{Interval: AllTime}, "2026-02-03T00:00:00Z"},
		"already Saturday":  {Period{Interval: Last7d, TimeZone: "Pacific/Auckland"}, "2026-11-13T11:00:00Z"},
		"given":             {Period{Start: at("2026-01-01T00:00:00Z"), End: at("2026-11-20T10:30:15.001Z")}, "2026-01-01T00:00:00Z"},
		"given, to the end": {Period{Start: at("2026-01-01T00:00:00Z")}, "2026-01-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := tt.period.resolve(now, func() (time.Time, error) { return at("2026-02-03T04:05:06Z"), nil })
			if err != nil {
				t.Fatal(err)
			}
			if got := s.start.Format(time.RFC3339); got != tt.start {
				t.Errorf("starts %s, want %s", got, tt.start)
			}
			if !s.end.Equal(now.Add(time.Millisecond)) {
				t.Errorf("ends %v", s.end)
			}
			if p := s.previous(); !p.end.Equal(s.start) || p.end.Sub(p.start) != s.end.Sub(s.start) {
				t.Errorf("the period before: %v – %v", p.start, p.end)
			}
		})
	}
}

func TestPeriod_ReturnsFieldErrors(t *testing.T) {
	t.Parallel()
	now := at("2026-11-20T10:30:15Z")
	for name, tt := range map[string]struct {
		period Period
		fields []string
	}{
		"no such interval":  {Period{Interval: "8d"}, []string{"interval"}},
		"no such zone":      {Period{TimeZone: "Mars/Olympus"}, []string{"timeZone"}},
		"the server's zone": {Period{TimeZone: "Local"}, []string{"timeZone"}},
		"reversed":          {Period{Start: at("2026-02-02T00:00:00Z"), End: at("2026-02-01T00:00:00Z")}, []string{"end"}},
		"no length":         {Period{Start: at("2026-02-01T00:00:00Z"), End: at("2026-02-01T00:00:00Z")}, []string{"end"}},
		"only an end":       {Period{End: at("2026-02-01T00:00:00Z")}, []string{"start"}},
		"starts after now":  {Period{Start: at("2027-02-01T00:00:00Z")}, []string{"end"}},
		"before the Web":    {Period{Start: at("1066-10-14T09:00:00Z")}, []string{"start"}},
		"the far future":    {Period{Start: at("2026-10-14T09:00:00Z"), End: at("9999-01-01T00:00:00Z")}, []string{"end"}},
		"both":              {Period{Interval: Last7d, Start: at("2026-02-01T00:00:00Z")}, []string{"interval"}},
		"several at once":   {Period{Interval: Last7d, TimeZone: "x", End: at("2026-02-01T00:00:00Z")}, []string{"timeZone", "interval", "start"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tt.period.resolve(now, func() (time.Time, error) { return now, nil })
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("got %v", err)
			}
			if diff := cmp.Diff(tt.fields, blamed(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// blamed lists the fields that an error names.
func blamed(err error) []string {
	var f *fault.Error
	var fields []string
	if errors.As(err, &f) {
		for _, x := range f.Fields {
			fields = append(fields, x.Field)
		}
	}
	return fields
}

func TestPeriod_AllTimeOfEmptyWorkspaceIsToday(t *testing.T) {
	t.Parallel()
	s, err := Period{Interval: AllTime}.resolve(at("2026-11-20T10:30:15Z"), func() (time.Time, error) { return time.Time{}, nil })
	if err != nil || !s.start.Equal(at("2026-11-20T00:00:00Z")) {
		t.Errorf("%v, %v", s.start, err)
	}
}
