package httpapi

import (
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

// ClickCount is how many clicks, by how many visitors.
type ClickCount struct {
	Clicks  int64 `json:"clicks"`
	Uniques int64 `json:"uniques" doc:"Distinct visitors of each day; over several days the sum of the days."`
	Bots    int64 `json:"bots" doc:"All clicks of bots in the period, whatever traffic says."`
	ConvertedCount
	Previous apikit.OrNull[PeriodCount] `json:"previous" doc:"The period that it is compared with; null unless that was asked for."`
}

// PeriodCount is the count of the period that another is compared with.
type PeriodCount struct {
	Clicks  int64 `json:"clicks"`
	Uniques int64 `json:"uniques"`
	Bots    int64 `json:"bots"`
	ConvertedCount
}

// TimeSeries has a point for every step of the period, also for empty ones.
type TimeSeries struct {
	Granularity string        `json:"granularity" enum:"minute,hour,day,week,month"`
	Points      []SeriesPoint `json:"points"`
	Previous    []SeriesPoint `json:"previous" nullable:"true" doc:"Those of the period that it is compared with, which may be more or fewer; null unless that was asked for."`
}

// SeriesPoint is one step of a time series.
type SeriesPoint struct {
	Start   time.Time `json:"start" doc:"Where the step begins."`
	Clicks  int64     `json:"clicks"`
	Uniques int64     `json:"uniques"`
}

// Heatmap has all 168 hours of a week.
type Heatmap struct {
	Cells []HeatmapCell `json:"cells" minItems:"168" maxItems:"168"`
}

// HeatmapCell is one hour of the week.
type HeatmapCell struct {
	Weekday int   `json:"weekday" minimum:"1" maximum:"7" doc:"ISO: Monday is 1."`
	Hour    int   `json:"hour" minimum:"0" maximum:"23"`
	Clicks  int64 `json:"clicks"`
}

// TopList counts the values of one dimension, most clicks first.
type TopList struct {
	Rows []TopRow `json:"rows"`
}

// TopRow is one value of a dimension.
type TopRow struct {
	Key     string `json:"key" doc:"The id for links, rules, tags and folders, else the value; empty for clicks without one."`
	Label   string `json:"label" doc:"For people."`
	Clicks  int64  `json:"clicks"`
	Uniques int64  `json:"uniques"`
	ConvertedCount
}

// shape returns the part of a report that g names.
func (g groupBy) shape(r analytics.Report) any {
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
	return TopRow{Key: r.Key, Label: r.Label, Clicks: r.Clicks, Uniques: r.Uniques, ConvertedCount: convertedOf(r.Converted)}
}

func seriesOf(r analytics.Report) TimeSeries {
	point := func(p analytics.Point) SeriesPoint {
		return SeriesPoint{Start: apikit.Timestamp(p.Start), Clicks: p.Clicks, Uniques: p.Uniques}
	}
	s := TimeSeries{Granularity: string(r.Granularity), Points: apikit.Map(r.Points, point)}
	if r.PreviousPoints != nil {
		s.Previous = apikit.Map(r.PreviousPoints, point)
	}
	return s
}

func countOf(r analytics.Report) ClickCount {
	c := ClickCount{Clicks: r.Count.Clicks, Uniques: r.Count.Uniques, Bots: r.Count.Bots, ConvertedCount: convertedOf(r.Converted)}
	if p := r.Previous; p != nil {
		c.Previous.Value = &PeriodCount{Clicks: p.Clicks, Uniques: p.Uniques, Bots: p.Bots, ConvertedCount: convertedOf(r.PreviousConverted)}
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

// analyticsAnswer is one of the four shapes, by what was asked for.
type analyticsAnswer struct{ shape any }

// MarshalJSON writes the shape.
func (b analyticsAnswer) MarshalJSON() ([]byte, error) { return json.Marshal(b.shape) }

// Schema names the four shapes.
func (analyticsAnswer) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "AnalyticsAnswer", func() *huma.Schema {
		return &huma.Schema{
			Description: "ClickCount for groupBy=count, TimeSeries for timeseries, Heatmap for heatmap, TopList for every dimension.",
			OneOf:       []*huma.Schema{apikit.SchemaOf[ClickCount](r), apikit.SchemaOf[TimeSeries](r), apikit.SchemaOf[Heatmap](r), apikit.SchemaOf[TopList](r)},
		}
	})
}

// reportAnswer holds the parts of a report that were asked for.
type reportAnswer map[groupBy]any

// Schema names the parts.
func (reportAnswer) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "Report", func() *huma.Schema {
		s := &huma.Schema{
			Type: huma.TypeObject, Description: "The parts of a dashboard, by the names of groupBy. Those that were not asked for are absent.",
			Properties: map[string]*huma.Schema{
				string(groupCount): apikit.SchemaOf[ClickCount](r), string(groupTimeSeries): apikit.SchemaOf[TimeSeries](r), string(groupHeatmap): apikit.SchemaOf[Heatmap](r),
			},
		}
		for _, d := range analytics.Dimensions() {
			s.Properties[string(d)] = apikit.SchemaOf[TopList](r)
		}
		return s
	})
}
