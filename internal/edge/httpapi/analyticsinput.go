package httpapi

import (
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

// groupBy is a part of a report: one of the constants, or a dimension.
type groupBy string

const (
	groupCount      groupBy = "count"
	groupTimeSeries groupBy = "timeseries"
	groupHeatmap    groupBy = "heatmap"
)

func allGroups() []groupBy {
	all := []groupBy{groupCount, groupTimeSeries, groupHeatmap}
	for _, d := range analytics.Dimensions() {
		all = append(all, groupBy(d))
	}
	return all
}

// Schema lists the values.
func (groupBy) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "GroupBy", func() *huma.Schema { return apikit.Enum(allGroups()...) })
}

// addTo adds the part to a request, or returns it if it is not a dimension.
func (g groupBy) addTo(r *analytics.Request) analytics.Parts {
	switch g {
	case groupCount:
		return analytics.Parts{Count: true}
	case groupTimeSeries:
		return analytics.Parts{Series: true}
	case groupHeatmap:
		return analytics.Parts{Heatmap: true}
	}
	if d := analytics.Dimension(g); !slices.Contains(r.GroupBy, d) {
		r.GroupBy = append(r.GroupBy, d)
	}
	return analytics.Parts{}
}

// PeriodParams choose the period and the traffic of a report.
type PeriodParams struct {
	Interval string    `query:"interval" enum:"today,yesterday,24h,7d,28d,30d,90d,91d,12mo,mtd,qtd,ytd,all" doc:"A relative period; 30d by default. Periods of days begin at midnight."`
	Start    time.Time `query:"start" doc:"The start of the period, instead of interval."`
	End      time.Time `query:"end" doc:"The end of the period, exclusive; now by default."`
	TimeZone string    `query:"timeZone" doc:"IANA name of the time zone of days and hours; the workspace's by default." example:"Europe/Berlin"`
	Traffic  string    `query:"traffic" enum:"human,bot,all" default:"human"`
	Orphans  bool      `query:"orphans" doc:"True counts visits to unknown aliases instead of clicks on links."`
	Views    bool      `query:"views" doc:"True counts views of bio pages instead of clicks on links; the fields named clicks are then views."`
	Blocks   bool      `query:"blocks" doc:"True counts clicks on the blocks of bio pages instead of clicks on links: those on links that were followed from a page, and those on all other blocks."`
}

// SeriesParams are the options of the parts of a report.
type SeriesParams struct {
	Compare      string    `query:"compare" enum:"previous" doc:"Include the previous period of the same length, for count and timeseries."`
	CompareStart time.Time `query:"compareStart" doc:"The start of the period to compare with, instead of compare."`
	CompareEnd   time.Time `query:"compareEnd" doc:"The end of the period to compare with, exclusive. By default, it has the length of the period."`
	Granularity  string    `query:"granularity" enum:"minute,hour,day,week,month" doc:"The buckets of timeseries; by default, chosen by the length of the period."`
	Limit        int       `query:"limit" minimum:"1" maximum:"1000" default:"10" doc:"The maximum number of rows, for dimensions."`
}

// subjectOf returns the subject that a request chooses by at most one of these parameters,
// or Invalid.
func subjectOf(orphans, views, blocks bool) (analytics.Subject, error) {
	subject, chosen := analytics.LinkClicks, 0
	for other, is := range map[analytics.Subject]bool{
		analytics.OrphanVisits: orphans, analytics.PageViews: views, analytics.BlockClicks: blocks,
	} {
		if is {
			subject = other
			chosen++
		}
	}
	if chosen > 1 {
		return 0, fault.New(fault.Invalid, "Use one of orphans, views and blocks.").At("views")
	}
	return subject, nil
}

func (p PeriodParams) request(filters []analytics.Filter, s SeriesParams) analytics.Request {
	return analytics.Request{
		Period:      analytics.Period{Interval: analytics.Interval(p.Interval), Start: p.Start, End: p.End, TimeZone: p.TimeZone},
		Traffic:     analytics.Traffic(p.Traffic),
		Filters:     filters,
		Granularity: analytics.Granularity(s.Granularity),
		Limit:       s.Limit,
		Compare:     analytics.Comparison{Previous: s.Compare != "", Start: s.CompareStart, End: s.CompareEnd},
	}
}

// SharedFilterParams filter clicks by the dimensions that shared pages may show.
type SharedFilterParams struct {
	LinkID      []string `query:"linkId" doc:"Ids of links. A filter has one or more values separated by commas and matches any of them. A value with the prefix - excludes its clicks, and (none) matches clicks without a value. A backslash escapes a comma or a prefix."`
	Alias       []string `query:"alias" doc:"Aliases as visitors typed them."`
	Trigger     []string `query:"trigger" doc:"link, qr, bio."`
	Country     []string `query:"country" doc:"ISO 3166-1 alpha-2, or EU." example:"DE,AT"`
	Region      []string `query:"region" doc:"ISO 3166-2."`
	City        []string `query:"city"`
	Continent   []string `query:"continent" doc:"AF, AN, AS, EU, NA, OC, SA."`
	Language    []string `query:"language"`
	OS          []string `query:"os"`
	Browser     []string `query:"browser" example:"-Chrome"`
	InApp       []string `query:"inAppBrowser"`
	Device      []string `query:"device" doc:"desktop, mobile, tablet."`
	Referrer    []string `query:"referrer" doc:"Hosts."`
	UTMSource   []string `query:"utmSource"`
	UTMMedium   []string `query:"utmMedium"`
	UTMCampaign []string `query:"utmCampaign"`
	UTMTerm     []string `query:"utmTerm"`
	UTMContent  []string `query:"utmContent"`
	Weekday     []string `query:"weekday" doc:"1 (Monday) to 7, in the time zone of the request." example:"6,7"`
	Hour        []string `query:"hour" doc:"0 to 23, in the time zone of the request." example:"18"`
}

// FilterParams filter clicks by their dimensions.
type FilterParams struct {
	SharedFilterParams
	Domain      []string `query:"domain" doc:"Hosts."`
	Rule        []string `query:"rule" doc:"Ids of rules."`
	Tag         []string `query:"tag" doc:"Names or ids of tags."`
	Folder      []string `query:"folder" doc:"Ids of folders."`
	URL         []string `query:"url" doc:"URLs to which visitors were redirected."`
	ReferrerURL []string `query:"referrerUrl"`
	BotReason   []string `query:"botReason" doc:"agent, address, network, head, method, prefetch, preview, subresource."`
	Variant     []string `query:"variant" doc:"URLs of the branches of splits, as configured."`
	QRCode      []string `query:"qrCode" doc:"Ids of saved QR codes."`
	PageID      []string `query:"pageId" doc:"Ids of bio pages: clicks on links that were followed from them; with blocks=true on all their blocks, and with views=true their views."`
	BlockID     []string `query:"blockId" doc:"Ids of blocks of bio pages."`
	Outcome     []string `query:"outcome" doc:"What became of the visit: redirect, fallback, preview, password, scheduled, expired, archived, blocked, deleted, open; all for each of them. Without this filter, only clicks count: redirect, fallback, preview and open."`
}

// filtersOf returns the filters of a struct of query parameters: its fields of
// type []string that are named after a dimension.
func filtersOf(params any) []analytics.Filter {
	var filters []analytics.Filter
	v := reflect.ValueOf(params)
	for _, field := range reflect.VisibleFields(v.Type()) {
		values, ok := v.FieldByIndex(field.Index).Interface().([]string)
		if d, known := analytics.DimensionOfParam(field.Tag.Get("query")); ok && known {
			filters = append(filters, analytics.FilterOf(d, values)...)
		}
	}
	return filters
}
