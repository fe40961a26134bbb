package analytics

import (
	"testing"
	"time"
)

func TestComparison_ShiftsOnTheCalendar(t *testing.T) {
	t.Parallel()
	now := at("2026-03-31T10:30:00Z")
	for name, tt := range map[string]struct {
		period     Period
		shift      CalendarShift
		start, end string
	}{
		"28 days":                  {Period{Interval: Last28d}, ShiftPeriod, "2026-02-04T00:00:00Z", "2026-03-03T10:30:00Z"},
		"yesterday":                {Period{Interval: Yesterday}, ShiftPeriod, "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"},
		"24 hours":                 {Period{Interval: Last24h}, ShiftPeriod, "2026-03-29T11:00:00Z", "2026-03-30T10:30:00Z"},
		"a month that is shorter":  {Period{Interval: MonthSoFar}, ShiftPeriod, "2026-02-01T00:00:00Z", "2026-02-28T10:30:00Z"},
		"a quarter":                {Period{Interval: QuarterSoFar}, ShiftPeriod, "2025-10-01T00:00:00Z", "2025-12-31T10:30:00Z"},
		"a year":                   {Period{Interval: Last7d}, ShiftYear, "2025-03-25T00:00:00Z", "2025-03-31T10:30:00Z"},
		"over a change of clocks":  {Period{Interval: Last7d, TimeZone: "Europe/Berlin"}, ShiftPeriod, "2026-03-17T23:00:00Z", "2026-03-24T11:30:00Z"},
		"a fixed month":            {Period{Start: at("2026-02-01T00:00:00Z"), End: at("2026-03-01T00:00:00Z")}, ShiftPeriod, "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"},
		"fixed days":               {Period{Start: at("2026-02-02T00:00:00Z"), End: at("2026-02-05T00:00:00Z")}, ShiftPeriod, "2026-01-30T00:00:00Z", "2026-02-02T00:00:00Z"},
		"fixed hours":              {Period{Start: at("2026-02-02T08:00:00Z"), End: at("2026-02-02T11:00:00Z")}, ShiftPeriod, "2026-02-02T05:00:00Z", "2026-02-02T08:00:00Z"},
		"all time, which has none": {Period{Interval: AllTime}, ShiftPeriod, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own, err := tt.period.resolve(now, func() (time.Time, error) { return now.AddDate(-1, 0, 0), nil })
			if err != nil {
				t.Fatal(err)
			}
			other, err := Comparison{Shift: tt.shift}.resolve(tt.period, own)
			if err != nil {
				t.Fatal(err)
			}
			if s, e := other.start.UTC().Format(time.RFC3339), other.end.UTC().Format(time.RFC3339); s != tt.start || e != tt.end {
				t.Errorf("%s – %s, want %s – %s", s, e, tt.start, tt.end)
			}
		})
	}
}

func TestBounds_LimitBothPeriods(t *testing.T) {
	t.Parallel()
	now := at("2026-03-31T10:30:00Z")
	bounds := Bounds{Period: Period{Interval: Last28d}, Compare: Comparison{Shift: ShiftPeriod}}
	first := func() (time.Time, error) { return time.Time{}, nil }
	own, other, err := bounds.confine(Period{Interval: Last7d}, now, first)
	if err != nil {
		t.Fatal(err)
	}
	if !own.start.Equal(at("2026-03-25T00:00:00Z")) || !other.start.Equal(at("2026-02-25T00:00:00Z")) {
		t.Errorf("own begins %v, other %v", own.start, other.start)
	}
	if _, _, err := bounds.confine(Period{Start: at("2026-01-01T00:00:00Z"), End: at("2026-02-01T00:00:00Z")}, now, first); err == nil {
		t.Error("a period outside the bounds was accepted")
	}
}
