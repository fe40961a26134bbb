package httpapi

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

// groupBy names a part of a report: one of the first three, or a dimension.
type groupBy string

const (
	groupCount      groupBy = "count"
	groupTimeSeries groupBy = "timeseries"
	groupHeatmap    groupBy = "heatmap"
)

func everyGroupBy() []groupBy {
	every := []groupBy{groupCount, groupTimeSeries, groupHeatmap}
	for _, d := range analytics.Dimensions() {
		every = append(every, groupBy(d))
	}
	return every
}

// Schema spells out the names.
func (groupBy) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "GroupBy", func() *huma.Schema { return apikit.Enum(everyGroupBy()...) })
}

// into asks for the part in a request.
func (g groupBy) into(r *analytics.Request) analytics.Parts {
	switch g {
	case groupCount:
		return analytics.Parts{Count: true}
	case groupTimeSeries:
		return analytics.Parts{Series: true}
	case groupHeatmap:
		return analytics.Parts{Heatmap: true}
	}
	r.GroupBy = append(r.GroupBy, analytics.Dimension(g))
	return analytics.Parts{}
}

// PeriodParams choose the time and the class of clicks that are looked at.
type PeriodParams struct {
	Interval string    `query:"interval" enum:"today,yesterday,24h,7d,28d,30d,90d,91d,12mo,mtd,qtd,ytd,all" doc:"30d unless said otherwise. Those of days begin at midnight."`
	Start    time.Time `query:"start" doc:"The first moment, instead of interval."`
	End      time.Time `query:"end" doc:"The first moment that is out; now unless said otherwise."`
	TimeZone string    `query:"timeZone" doc:"IANA name; days and hours are those of this zone. The workspace's unless said otherwise." example:"Europe/Berlin"`
	Traffic  string    `query:"traffic" enum:"human,bot,all" default:"human"`
	Orphans  bool      `query:"orphans" doc:"Count visits to aliases that do not exist, instead of clicks on links."`
}

// SeriesParams say how the parts of a report are told.
type SeriesParams struct {
	Compare      string    `query:"compare" enum:"previous" doc:"Also tell of the period of the same length before; for count and timeseries."`
	CompareStart time.Time `query:"compareStart" doc:"The first moment of another period to tell of, instead of compare."`
	CompareEnd   time.Time `query:"compareEnd" doc:"The first moment that is out of it; as long after compareStart as the period is long unless said otherwise."`
	Granularity  string    `query:"granularity" enum:"minute,hour,day,week,month" doc:"For timeseries; what suits the period unless said otherwise."`
	Limit        int       `query:"limit" minimum:"1" maximum:"1000" default:"10" doc:"The most rows; for dimensions."`
}

func (p PeriodParams) request(f FilterParams, s SeriesParams) analytics.Request {
	return analytics.Request{
		Period:  analytics.Period{Interval: analytics.Interval(p.Interval), Start: p.Start, End: p.End, TimeZone: p.TimeZone},
		Traffic: analytics.Traffic(p.Traffic), Orphans: p.Orphans, Filters: f.filters(),
		Granularity: analytics.Granularity(s.Granularity), Limit: s.Limit,
		Compare: analytics.Comparison{Previous: s.Compare != "", Start: s.CompareStart, End: s.CompareEnd},
	}
}

// FilterParams keep clicks by their dimensions.
type FilterParams struct {
	LinkID      []string `query:"linkId" doc:"Ids of links. Every filter takes several values with commas between them, any of which will do; a minus sign before a value takes its clicks away instead; (none) stands for clicks without one. A backslash before a comma, or in front, keeps what follows it from meaning this."`
	Domain      []string `query:"domain" doc:"Hosts."`
	Rule        []string `query:"rule" doc:"Ids of rules."`
	Tag         []string `query:"tag" doc:"Names or ids of tags."`
	Folder      []string `query:"folder" doc:"Ids of folders."`
	Alias       []string `query:"alias" doc:"As they were typed."`
	URL         []string `query:"url" doc:"Where the visitor was sent."`
	Trigger     []string `query:"trigger" doc:"link, qr, bio."`
	Country     []string `query:"country" doc:"ISO 3166-1, and the group EU." example:"DE,AT"`
	Region      []string `query:"region" doc:"ISO 3166-2."`
	City        []string `query:"city"`
	Continent   []string `query:"continent" doc:"AF, AN, AS, EU, NA, OC, SA."`
	Language    []string `query:"language"`
	OS          []string `query:"os"`
	Browser     []string `query:"browser" example:"-Chrome"`
	InApp       []string `query:"inAppBrowser"`
	Device      []string `query:"device" doc:"desktop, mobile, tablet."`
	Referrer    []string `query:"referrer" doc:"Hosts."`
	ReferrerURL []string `query:"referrerUrl"`
	UTMSource   []string `query:"utmSource"`
	UTMMedium   []string `query:"utmMedium"`
	UTMCampaign []string `query:"utmCampaign"`
	UTMTerm     []string `query:"utmTerm"`
	UTMContent  []string `query:"utmContent"`
	BotReason   []string `query:"botReason" doc:"agent, address, head, prefetch, preview."`
	Variant     []string `query:"variant" doc:"Addresses of the branches of splits, as configured."`
	QRCode      []string `query:"qrCode" doc:"Ids of saved QR codes."`
	Weekday     []string `query:"weekday" doc:"1 (Monday) to 7, in the time zone of the question." example:"6,7"`
	Hour        []string `query:"hour" doc:"0 to 23, in the time zone of the question." example:"18"`
}

func (p FilterParams) filters() []analytics.Filter {
	var filters []analytics.Filter
	for _, f := range []struct {
		dimension analytics.Dimension
		values    []string
	}{
		{analytics.Link, p.LinkID}, {analytics.Domain, p.Domain}, {analytics.Rule, p.Rule}, {analytics.Tag, p.Tag},
		{analytics.Folder, p.Folder}, {analytics.Alias, p.Alias}, {analytics.URL, p.URL}, {analytics.Trigger, p.Trigger},
		{analytics.Country, p.Country}, {analytics.Region, p.Region}, {analytics.City, p.City}, {analytics.Continent, p.Continent},
		{analytics.Language, p.Language}, {analytics.OS, p.OS}, {analytics.Browser, p.Browser}, {analytics.InApp, p.InApp},
		{analytics.Device, p.Device}, {analytics.Referrer, p.Referrer}, {analytics.ReferrerURL, p.ReferrerURL},
		{analytics.UTMSource, p.UTMSource}, {analytics.UTMMedium, p.UTMMedium}, {analytics.UTMCampaign, p.UTMCampaign},
		{analytics.UTMTerm, p.UTMTerm}, {analytics.UTMContent, p.UTMContent}, {analytics.BotReason, p.BotReason},
		{analytics.Variant, p.Variant}, {analytics.QRCode, p.QRCode},
		{analytics.LocalWeekday, p.Weekday}, {analytics.LocalHour, p.Hour},
	} {
		filters = append(filters, analytics.FilterOf(f.dimension, f.values)...)
	}
	return filters
}
