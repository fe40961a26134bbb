package httpapi

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/core/share"
	"linnet/internal/edge/apikit"
)

// filterDimension names what a shared page can be filtered by: a dimension, or
// a part of the local time.
type filterDimension string

// Schema spells out the names.
func (filterDimension) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "FilterDimension", func() *huma.Schema {
		names := []filterDimension{filterDimension(analytics.LocalWeekday), filterDimension(analytics.LocalHour)}
		for _, d := range analytics.Dimensions() {
			names = append(names, filterDimension(d))
		}
		return apikit.Enum(names...)
	})
}

// ShareFilter keeps the clicks that have one of the values in a dimension or,
// negated, have none of them.
type ShareFilter struct {
	Dimension filterDimension   `json:"dimension" example:"country"`
	Values    []string          `json:"values" maxItems:"200" doc:"Ids or names of links, domains, tags and folders, ids of rules, else values; empty text for clicks without one."`
	Negated   bool              `json:"negated,omitempty"`
	Labels    map[string]string `json:"labels,omitempty" readOnly:"true" doc:"Words for values that are ids, on the page."`
}

// DraftSelection is what a new page is to show.
type DraftSelection struct {
	Filters      []ShareFilter   `json:"filters,omitempty" maxItems:"50" doc:"All of them hold."`
	Traffic      string          `json:"traffic,omitempty" enum:"human,bot,all" doc:"human unless given."`
	Interval     *string         `json:"interval,omitempty" nullable:"true" enum:"today,yesterday,24h,7d,28d,30d,90d,91d,12mo,mtd,qtd,ytd,all" doc:"A rolling period."`
	Start        *time.Time      `json:"start,omitempty" nullable:"true" doc:"The first moment of a fixed period, instead of interval. Without either, visitors choose the period."`
	End          *time.Time      `json:"end,omitempty" nullable:"true" doc:"The first moment that is out of it; without one it grows."`
	TimeZone     *string         `json:"timeZone,omitempty" nullable:"true" doc:"IANA name; days and hours of a page with a period are those of this zone. UTC unless given." example:"Europe/Berlin"`
	Compare      *string         `json:"compare,omitempty" nullable:"true" enum:"previous,year" doc:"The period beside it: one length earlier on the calendar, or one year."`
	CompareStart *time.Time      `json:"compareStart,omitempty" nullable:"true" doc:"The first moment of a fixed period beside it, instead of compare."`
	CompareEnd   *time.Time      `json:"compareEnd,omitempty" nullable:"true"`
	Parts        []sharedGroupBy `json:"parts,omitempty" maxItems:"50" doc:"What the page shows; all unless given."`
}

func (d *DraftSelection) selection() share.Selection {
	s := share.Selection{
		Traffic: analytics.Traffic(d.Traffic), Interval: analytics.Interval(apikit.Value(d.Interval)), Start: timeOf(d.Start), End: timeOf(d.End),
		TimeZone: apikit.Value(d.TimeZone), Compare: analytics.CalendarShift(apikit.Value(d.Compare)), CompareStart: timeOf(d.CompareStart),
		CompareEnd: timeOf(d.CompareEnd), Parts: apikit.Map(d.Parts, func(p sharedGroupBy) share.Part { return share.Part(p) }),
	}
	for _, f := range d.Filters {
		s.Filters = append(s.Filters, analytics.Filter{Dimension: analytics.Dimension(f.Dimension), Values: f.Values, Negated: f.Negated})
	}
	return s
}

// ShareSelection is what a page shows. Its visitors can narrow it, never widen it.
type ShareSelection struct {
	Filters      []ShareFilter   `json:"filters"`
	Traffic      string          `json:"traffic" enum:"human,bot,all"`
	Interval     *string         `json:"interval" doc:"A rolling period; null: fixed by start, or the visitor's choice."`
	Start        *time.Time      `json:"start"`
	End          *time.Time      `json:"end"`
	TimeZone     *string         `json:"timeZone"`
	Compare      *string         `json:"compare" enum:"previous,year"`
	CompareStart *time.Time      `json:"compareStart"`
	CompareEnd   *time.Time      `json:"compareEnd"`
	Parts        []sharedGroupBy `json:"parts" doc:"All that it shows."`
}

func selectionOf(s share.Share, labels map[analytics.Dimension]map[string]string) ShareSelection {
	traffic := s.Traffic
	if traffic == "" {
		traffic = analytics.Human
	}
	return ShareSelection{
		Filters: apikit.Map(s.Filters, func(f analytics.Filter) ShareFilter {
			return ShareFilter{Dimension: filterDimension(f.Dimension), Values: f.Values, Negated: f.Negated, Labels: labels[f.Dimension]}
		}),
		Traffic: string(traffic), Interval: apikit.TextOrNull(string(s.Interval)), Start: apikit.TimeOrNull(s.Start), End: apikit.TimeOrNull(s.End),
		TimeZone: apikit.TextOrNull(s.TimeZone), Compare: apikit.TextOrNull(string(s.Compare)), CompareStart: apikit.TimeOrNull(s.CompareStart), CompareEnd: apikit.TimeOrNull(s.CompareEnd),
		Parts: apikit.Map(s.Shown(), func(p share.Part) sharedGroupBy { return sharedGroupBy(p) }),
	}
}

// timeOf is the inverse of moment.
func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return apikit.Timestamp(*t)
}
