package httpapi

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/core/share"
	"linnet/internal/edge/apikit"
)

// filterDimension is a dimension of clicks, or the weekday or hour of their
// local time.
type filterDimension string

// Schema lists the values.
func (filterDimension) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "FilterDimension", func() *huma.Schema {
		names := []filterDimension{filterDimension(analytics.LocalWeekday), filterDimension(analytics.LocalHour)}
		for _, d := range analytics.Dimensions() {
			names = append(names, filterDimension(d))
		}
		return apikit.Enum(names...)
	})
}

// ShareFilter matches the clicks with one of the values in a dimension or,
// negated, with none of them.
type ShareFilter struct {
	Dimension filterDimension   `json:"dimension" example:"country"`
	Values    []string          `json:"values" maxItems:"200" doc:"Ids or names of links, domains, tags and folders, ids of rules, or values; an empty string matches clicks without a value."`
	Negated   bool              `json:"negated,omitempty"`
	Labels    map[string]string `json:"labels,omitempty" readOnly:"true" doc:"The names of values that are ids; only in a shared page."`
}

// DraftSelection chooses the data of a new page.
type DraftSelection struct {
	Filters      []ShareFilter   `json:"filters,omitempty" maxItems:"50" doc:"Filters, all of which must match."`
	Traffic      string          `json:"traffic,omitempty" enum:"human,bot,all" doc:"human by default."`
	Interval     *string         `json:"interval,omitempty" nullable:"true" enum:"today,yesterday,24h,7d,28d,30d,90d,91d,12mo,mtd,qtd,ytd,all" doc:"A relative period."`
	Start        *time.Time      `json:"start,omitempty" nullable:"true" doc:"The start of a fixed period, instead of interval. Without either, visitors choose the period."`
	End          *time.Time      `json:"end,omitempty" nullable:"true" doc:"The end of the fixed period, exclusive; null: now."`
	TimeZone     *string         `json:"timeZone,omitempty" nullable:"true" doc:"IANA name of the time zone of a page with a period; UTC by default." example:"Europe/Berlin"`
	Compare      *string         `json:"compare,omitempty" nullable:"true" enum:"previous,year" doc:"The period to compare with: the previous one, or that of the previous year."`
	CompareStart *time.Time      `json:"compareStart,omitempty" nullable:"true" doc:"The start of a fixed period to compare with, instead of compare."`
	CompareEnd   *time.Time      `json:"compareEnd,omitempty" nullable:"true"`
	Parts        []sharedGroupBy `json:"parts,omitempty" maxItems:"50" doc:"The parts of the page; all by default."`
}

func (d *DraftSelection) selection() share.Selection {
	s := share.Selection{
		Traffic: analytics.Traffic(
			d.Traffic,
		),
		Interval:     analytics.Interval(apikit.Value(d.Interval)),
		Start:        timeOf(d.Start),
		End:          timeOf(d.End),
		TimeZone:     apikit.Value(d.TimeZone),
		Compare:      analytics.CalendarShift(apikit.Value(d.Compare)),
		CompareStart: timeOf(d.CompareStart),
		CompareEnd:   timeOf(d.CompareEnd),
		Parts:        apikit.Map(d.Parts, func(p sharedGroupBy) share.Part { return share.Part(p) }),
	}
	s.Filters = storedFilters(d.Filters)
	return s
}

// storedFilters returns the filters of a request.
func storedFilters(requested []ShareFilter) []analytics.Filter {
	var filters []analytics.Filter
	for _, f := range requested {
		filters = append(filters, analytics.Filter{Dimension: analytics.Dimension(f.Dimension), Values: f.Values, Negated: f.Negated})
	}
	return filters
}

// shareFiltersOf is the inverse of storedFilters. labels are the names of ids.
func shareFiltersOf(filters []analytics.Filter, labels map[analytics.Dimension]map[string]string) []ShareFilter {
	return apikit.Map(filters, func(f analytics.Filter) ShareFilter {
		return ShareFilter{Dimension: filterDimension(f.Dimension), Values: f.Values, Negated: f.Negated, Labels: labels[f.Dimension]}
	})
}

// ShareSelection is the data of a page. Visitors can narrow it, but not extend it.
type ShareSelection struct {
	Filters      []ShareFilter   `json:"filters"`
	Traffic      string          `json:"traffic" enum:"human,bot,all"`
	Interval     *string         `json:"interval" doc:"A relative period; null: fixed by start, or chosen by visitors."`
	Start        *time.Time      `json:"start"`
	End          *time.Time      `json:"end"`
	TimeZone     *string         `json:"timeZone"`
	Compare      *string         `json:"compare" enum:"previous,year"`
	CompareStart *time.Time      `json:"compareStart"`
	CompareEnd   *time.Time      `json:"compareEnd"`
	Parts        []sharedGroupBy `json:"parts" doc:"The parts of the page."`
}

func selectionOf(s share.Share, labels map[analytics.Dimension]map[string]string) ShareSelection {
	traffic := s.Traffic
	if traffic == "" {
		traffic = analytics.Human
	}
	return ShareSelection{
		Filters: shareFiltersOf(s.Filters, labels),
		Traffic: string(
			traffic,
		),
		Interval: apikit.TextOrNull(string(s.Interval)),
		Start:    apikit.TimeOrNull(s.Start),
		End:      apikit.TimeOrNull(s.End),
		TimeZone: apikit.TextOrNull(
			s.TimeZone,
		),
		Compare:      apikit.TextOrNull(string(s.Compare)),
		CompareStart: apikit.TimeOrNull(s.CompareStart),
		CompareEnd:   apikit.TimeOrNull(s.CompareEnd),
		Parts:        apikit.Map(s.Shown(), func(p share.Part) sharedGroupBy { return sharedGroupBy(p) }),
	}
}

// timeOf is the inverse of apikit.TimeOrNull.
func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return apikit.Timestamp(*t)
}
