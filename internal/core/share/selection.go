package share

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/base/visible"
	"linnet/internal/core/analytics"
)

// Selection chooses the clicks and the parts that a shared page shows. Visitors
// can narrow it, but not extend it. The zero value is all clicks by people in all
// parts, with a period that the visitor chooses.
type Selection struct {
	Filters []analytics.Filter `json:"filters,omitempty"` // names are ids
	Traffic analytics.Traffic  `json:"traffic,omitempty"` // empty: human

	// Interval is a relative period; Start and End are a fixed one. Without
	// either, the visitor chooses the period.
	Interval analytics.Interval `json:"interval,omitempty"`
	Start    time.Time          `json:"start,omitzero"`
	End      time.Time          `json:"end,omitzero"` // exclusive
	TimeZone string             `json:"timeZone,omitempty"`

	// Compare is the period to compare with; CompareStart and CompareEnd are a
	// fixed one.
	Compare      analytics.CalendarShift `json:"compare,omitempty"`
	CompareStart time.Time               `json:"compareStart,omitzero"`
	CompareEnd   time.Time               `json:"compareEnd,omitzero"`

	Parts []Part `json:"parts,omitempty"` // empty: all
}

// Part is a part of a page: one of the first three, or a dimension.
type Part string

// The parts that are not dimensions.
const (
	PartCount   Part = "count"
	PartSeries  Part = "timeseries"
	PartHeatmap Part = "heatmap"
)

// Parts returns all parts that a page can show.
func Parts() []Part {
	parts := []Part{PartCount, PartSeries, PartHeatmap}
	for _, d := range analytics.PublicDimensions() {
		parts = append(parts, Part(d))
	}
	return parts
}

// MaxName is the maximum length of a name in characters.
const MaxName = 100

// Bounded reports whether the page has its own period.
func (s *Selection) Bounded() bool { return s.Interval != "" || !s.Start.IsZero() }

// Shown returns the parts of the page.
func (s *Selection) Shown() []Part {
	if len(s.Parts) == 0 {
		return Parts()
	}
	return s.Parts
}

func (s *Selection) shows(p Part) bool { return slices.Contains(s.Shown(), p) }

// bounds returns the bounds of visitors' requests.
func (s *Selection) bounds() *analytics.Bounds {
	return &analytics.Bounds{
		Traffic: s.Traffic,
		Period:  analytics.Period{Interval: s.Interval, Start: s.Start, End: s.End, TimeZone: s.TimeZone},
		Compare: analytics.Comparison{Shift: s.Compare, Start: s.CompareStart, End: s.CompareEnd},
	}
}

// validate adds every invalid field of the selection. Package analytics
// validates filters when they are pinned.
func (s *Selection) validate(l *fault.List) {
	analytics.CheckStoredFilters(l, s.Filters)
	if !slices.Contains([]analytics.Traffic{"", analytics.Human, analytics.Bot, analytics.All}, s.Traffic) {
		l.Add("traffic", "Use human, bot or all.")
	}
	if !slices.Contains([]analytics.CalendarShift{"", analytics.ShiftPeriod, analytics.ShiftYear}, s.Compare) {
		l.Add("compare", "Use previous or year.")
	}
	if !s.Bounded() && (s.Compare != "" || !s.CompareStart.IsZero() || !s.CompareEnd.IsZero()) {
		l.Add("compare", "Only a page with a period can have a comparison.")
	}
	if _, err := time.LoadLocation(s.TimeZone); err != nil || s.TimeZone == "Local" {
		l.Add("timeZone", "Unknown time zone. Use an IANA name such as Europe/Berlin.")
	}
	for _, p := range s.Parts {
		if !slices.Contains(Parts(), p) {
			l.Add("parts", "A shared page cannot show this part.")
		}
	}
}

func normalName(name string) string { return strings.TrimSpace(norm.NFC.String(name)) }

func checkName(l *fault.List, name string) {
	if utf8.RuneCountInString(name) > MaxName {
		l.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	} else if !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		l.Add("name", "A name has no control characters.")
	} else if problem := visible.Problem(name); problem != "" {
		l.Add("name", problem)
	}
}
