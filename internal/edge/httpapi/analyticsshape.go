package httpapi

import (
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

// ClickCount counts clicks and visitors.
type ClickCount struct {
	Clicks  int64  `json:"clicks"`
	Uniques int64  `json:"uniques" doc:"Distinct visitors per day, summed over the days of the period. With pageId, those who viewed the page."`
	Bots    int64  `json:"bots" doc:"Clicks by bots in the period, for any traffic."`
	Views   *int64 `json:"views,omitempty" doc:"Views of the bio pages that pageId names; absent without it. The filters of links, rules, blocks and triggers do not apply to them."`
	// Imported clicks are a series of their own.
	Imported        int64 `json:"imported,omitempty" doc:"Clicks that another shortener counted in the period, before the links were imported. They are not in clicks, and have no visitors. With filters, those of which the filtered properties are known. Absent without any."`
	ImportedUndated int64 `json:"importedUndated,omitempty" doc:"Likewise, of unknown days: not in imported, whatever the period is. Absent without any."`
	ConvertedCount
	Previous apikit.OrNull[PeriodCount] `json:"previous" doc:"The period to compare with; null unless requested."`
}

// PeriodCount is the count of the period to compare with.
type PeriodCount struct {
	Clicks  int64  `json:"clicks"`
	Uniques int64  `json:"uniques"`
	Bots    int64  `json:"bots"`
	Views   *int64 `json:"views,omitempty"`
	ConvertedCount
}

// TimeSeries has a point for every bucket of the period, empty ones included.
type TimeSeries struct {
	Granularity string        `json:"granularity" enum:"minute,hour,day,week,month"`
	Points      []SeriesPoint `json:"points"`
	Previous    []SeriesPoint `json:"previous" nullable:"true" doc:"The points of the period to compare with, whose number may differ; null unless requested."`
}

// SeriesPoint is one bucket of a time series.
type SeriesPoint struct {
	Start    time.Time `json:"start" doc:"The start of the bucket."`
	Clicks   int64     `json:"clicks"`
	Uniques  int64     `json:"uniques"`
	Imported int64     `json:"imported,omitempty" doc:"Imported clicks, which are not in clicks; absent without any, and by minute and by hour, because only their days are known."`
}

// Heatmap has the 168 hours of a week.
type Heatmap struct {
	Cells []HeatmapCell `json:"cells" minItems:"168" maxItems:"168"`
}

// HeatmapCell is one hour of the week.
type HeatmapCell struct {
	Weekday int   `json:"weekday" minimum:"1" maximum:"7" doc:"ISO: Monday is 1."`
	Hour    int   `json:"hour" minimum:"0" maximum:"23"`
	Clicks  int64 `json:"clicks"`
}

// TopList counts clicks by the values of a dimension, most clicks first.
type TopList struct {
	Rows []TopRow `json:"rows"`
}

// TopRow is one value of a dimension.
type TopRow struct {
	Key      string `json:"key" doc:"The id of a link, rule, tag or folder, or the value; empty for clicks without one."`
	Label    string `json:"label" doc:"The name for people."`
	Clicks   int64  `json:"clicks"`
	Uniques  int64  `json:"uniques"`
	Imported int64  `json:"imported,omitempty" doc:"Imported clicks, which are not in clicks; absent without any. Rows that have no others follow the others."`
	ConvertedCount
}

// of returns the part of a report.
func (g groupBy) of(r analytics.Report) any {
	switch g {
	case groupCount:
		return countOf(r)
	case groupTimeSeries:
		return seriesOf(r)
	case groupHeatmap:
		return heatmapOf(r.Heatmap)
	}
	return TopList{Rows: apikit.Map(r.Lists[analytics.Dimension(g)], rowOf)}
}

func rowOf(r analytics.Row) TopRow {
	return TopRow{
		Key: r.Key, Label: r.Label, Clicks: r.Clicks, Uniques: r.Uniques, Imported: r.Imported,
		ConvertedCount: convertedOf(r.Converted),
	}
}

func seriesOf(r analytics.Report) TimeSeries {
	point := func(p analytics.Point) SeriesPoint {
		return SeriesPoint{Start: apikit.Timestamp(p.Start), Clicks: p.Clicks, Uniques: p.Uniques, Imported: p.Imported}
	}
	s := TimeSeries{Granularity: string(r.Granularity), Points: apikit.Map(r.Points, point)}
	if r.PreviousPoints != nil {
		s.Previous = apikit.Map(r.PreviousPoints, point)
	}
	return s
}

func countOf(r analytics.Report) ClickCount {
	c := ClickCount{
		Clicks: r.Count.Clicks, Uniques: r.Count.Uniques, Bots: r.Count.Bots,
		Imported: r.Imported.Clicks, ImportedUndated: r.Imported.Undated, ConvertedCount: convertedOf(r.Converted),
	}
	if r.Views != nil {
		c.Views, c.Uniques = &r.Views.Clicks, r.Views.Uniques
	}
	if p := r.Previous; p != nil {
		c.Previous.Value = &PeriodCount{
			Clicks:         p.Clicks,
			Uniques:        p.Uniques,
			Bots:           p.Bots,
			ConvertedCount: convertedOf(r.PreviousConverted),
		}
	}
	if v := r.PreviousViews; v != nil {
		c.Previous.Value.Views, c.Previous.Value.Uniques = &v.Clicks, v.Uniques
	}
	return c
}

func heatmapOf(week analytics.Week) Heatmap {
	cells := make([]HeatmapCell, 0, len(week)*len(week[0]))
	for day, hours := range week {
		for hour, clicks := range hours {
			cells = append(cells, HeatmapCell{Weekday: day + 1, Hour: hour, Clicks: clicks})
		}
	}
	return Heatmap{Cells: cells}
}

// analyticsResult is one of four shapes, depending on groupBy.
type analyticsResult struct{ part any }

// MarshalJSON encodes the part.
func (b analyticsResult) MarshalJSON() ([]byte, error) { return json.Marshal(b.part) }

// Schema is one of the four shapes.
func (analyticsResult) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "AnalyticsAnswer", func() *huma.Schema {
		return &huma.Schema{
			Description: "ClickCount for groupBy=count, TimeSeries for timeseries, Heatmap for heatmap, TopList for every dimension.",
			OneOf: []*huma.Schema{
				apikit.SchemaOf[ClickCount](r),
				apikit.SchemaOf[TimeSeries](r),
				apikit.SchemaOf[Heatmap](r),
				apikit.SchemaOf[TopList](r),
			},
		}
	})
}

// reportResult has the requested parts of a report.
type reportResult map[groupBy]any

// Schema has all parts as optional properties.
func (reportResult) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "Report", func() *huma.Schema {
		s := &huma.Schema{
			Type:        huma.TypeObject,
			Description: "The parts of a report, by the values of groupBy. Parts that were not requested are absent.",
			Properties: map[string]*huma.Schema{
				string(groupCount): apikit.SchemaOf[ClickCount](
					r,
				), string(groupTimeSeries): apikit.SchemaOf[TimeSeries](r), string(groupHeatmap): apikit.SchemaOf[Heatmap](r),
			},
		}
		for _, d := range analytics.Dimensions() {
			s.Properties[string(d)] = apikit.SchemaOf[TopList](r)
		}
		return s
	})
}
